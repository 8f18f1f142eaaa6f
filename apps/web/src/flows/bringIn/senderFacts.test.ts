import { expect, test } from 'vitest'
import { listSenderFacts } from './senderFacts.js'

test('what the sender wrote is shown as unverified, and an origin as not added', () => {
  const note = 'Rent for\u202e May'
  const origin = '{"url":"https://app.example","name":"App"}'
  expect(listSenderFacts({ note, origin })).toEqual([
    { name: 'Note, unverified', value: 'Rent for\uFFFD May' },
    { name: 'Origin, unverified and not added', value: origin },
  ])
  expect(listSenderFacts({ note: '', origin: undefined })).toEqual([])
})
