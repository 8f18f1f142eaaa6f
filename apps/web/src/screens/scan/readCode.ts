import decodeQR from 'qr/decode.js'

/** Larger pictures take longer to read and show a code no better. */
const mostPixels = 800

const canvas = () => document.createElement('canvas')
let drawn: HTMLCanvasElement | undefined

/** The text of the code that is in the picture; undefined: there is none. */
export function readCode(video: HTMLVideoElement): string | undefined {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return undefined
  const scale = Math.min(1, mostPixels / Math.max(videoWidth, videoHeight))
  const width = Math.floor(videoWidth * scale)
  const height = Math.floor(videoHeight * scale)
  drawn ??= canvas()
  drawn.width = width
  drawn.height = height
  const context = drawn.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(video, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  try {
    return decodeQR({ width, height, data })
  } catch {
    // Most pictures show no code, or a blurred one.
    return undefined
  }
}
