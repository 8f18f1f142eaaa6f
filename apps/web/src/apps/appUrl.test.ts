import { expect, test } from 'vitest'
import { readAppUrl } from './appUrl.js'

const ownOrigin = 'https://safe.example'
const read = (text: string) => readAppUrl(text, { ownOrigin })

test.each([
  ['https://app.example', 'https://app.example', 'https://app.example'],
  [' https://app.example/ ', 'https://app.example', 'https://app.example'],
  [
    'https://APP.example:443/swap//?a=b#top',
    'https://app.example/swap?a=b',
    'https://app.example',
  ],
  [
    'https://app.example/swap/#/pool/7',
    'https://app.example/swap#/pool/7',
    'https://app.example',
  ],
  [
    'http://127.0.0.1:4403/wagmi/',
    'http://127.0.0.1:4403/wagmi',
    'http://127.0.0.1:4403',
  ],
  ['http://localhost:3000', 'http://localhost:3000', 'http://localhost:3000'],
])('reads %s', (text, url, origin) => {
  expect(read(text)).toEqual({ url, origin })
})

test.each([
  ['', /Enter the app’s address/],
  ['app.example', /isn’t a complete web address/],
  ['http://app.example', /isn’t secure/],
  ['javascript:alert(1)', /must start with https/],
  ['data:text/html,hi', /must start with https/],
  ['https://me:secret@app.example', /name or password/],
  ['https://safe.example/apps', /Covault’s own address/],
])('refuses "%s"', (text, mistake) => {
  expect(read(text).mistake).toMatch(mistake)
})
