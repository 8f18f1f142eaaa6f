import { expect, test } from 'vitest'
import { FileTooLargeError, largestImport, readTextFile } from './files.js'

function createFile(size: number): File {
  const file = new File([], 'data.json')
  Object.defineProperty(file, 'size', { value: size })
  file.text = async () => 'was read'
  return file
}

test('S35: a file of 50 MB is refused without being read', async () => {
  const large = createFile(50 * 1024 * 1024)
  large.text = () => Promise.reject(new Error('It was read.'))
  await expect(readTextFile(large)).rejects.toThrow(FileTooLargeError)
  await expect(readTextFile(large)).rejects.toThrow('data.json is 50 MB')
  expect(await readTextFile(createFile(largestImport))).toBe('was read')
})
