import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchPicture, recognisePicture } from './picture.js'

describe('what is a picture', () => {
  test.each([
    ['\x89PNG\r\n\x1a\nrest', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF89a', 'image/gif'],
    ['RIFF0000WEBPVP8 ', 'image/webp'],
    ['\0\0\0\x20ftypavif', 'image/avif'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['<?xml version="1.0"?>\n<!-- x --><svg>', 'image/svg+xml'],
    ['<html><svg></svg></html>', undefined],
    ['<!DOCTYPE html><svg>', undefined],
    ['<script>alert(1)</script>', undefined],
    ['{"image":"x"}', undefined],
    ['', undefined],
  ])('%j: %s', (text, mediaType) => {
    expect(recognisePicture(Buffer.from(text, 'latin1'))).toBe(mediaType)
  })
})

describe('fetching it', () => {
  let server: Server
  let origin: string

  beforeAll(async () => {
    server = createServer((request, response) => {
      const isPage = request.url === '/page'
      response.setHeader('content-type', isPage ? 'text/html' : 'image/png')
      response.end(isPage ? '<html>' : '\x89PNG\r\n\x1a\n', 'latin1')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  test('answers with the bytes and with what they are', async () => {
    const options = { trustedOrigins: [origin], resolve: undefined }
    expect(await fetchPicture(`${origin}/1`, options)).toMatchObject({
      mediaType: 'image/png',
    })
    expect(await fetchPicture(`${origin}/page`, options)).toBeUndefined()
  })

  test('never reaches into the own network', async () => {
    const options = { trustedOrigins: [], resolve: undefined }
    expect(await fetchPicture(`${origin}/1`, options)).toBeUndefined()
    expect(await fetchPicture('file:///etc/passwd', options)).toBeUndefined()
  })
})
