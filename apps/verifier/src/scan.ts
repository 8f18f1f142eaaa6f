import decodeQR from 'qr/decode.js'
import { InputError } from './bytes.js'
import { type Collector, createCollector } from './frames.js'
import { readPayload } from './input.js'

/** Larger pictures take longer to read and show a code no better. */
const mostPixels = 1_000

/** Watches the camera until everything is read; its picture leaves nowhere. */
export async function scanCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<string | undefined> {
  if (!navigator.mediaDevices)
    throw new InputError(
      'This browser doesn’t let the page use a camera. Take a picture and open it.',
    )
  const stream = await navigator.mediaDevices
    .getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 } },
    })
    .catch(() => {
      throw new InputError(
        'Can’t use the camera. Allow it in the browser, or take a picture and open it.',
      )
    })
  try {
    video.srcObject = stream
    await video.play()
    const collector = createCollector()
    while (!signal.aborted) {
      await new Promise(requestAnimationFrame)
      const code = readCode(video, video.videoWidth, video.videoHeight)
      const text = code && (await collect(collector, code, onShare))
      if (text) return text
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}

/** Pictures of one code, or of each frame of a printed sheet. */
export async function readPictures(files: readonly File[]): Promise<string> {
  const collector = createCollector()
  for (const file of files) {
    const picture = await createImageBitmap(file)
    const code = readCode(picture, picture.width, picture.height)
    if (code === undefined)
      throw new InputError(
        `No QR code was found in ${file.name}. Take the picture from straight ahead and up close.`,
      )
    const text = await collect(collector, code, () => {})
    if (text) return text
  }
  throw new InputError(
    'This is one of several codes. Open the pictures of all of them together.',
  )
}

async function collect(
  collector: Collector,
  code: string,
  onShare: (share: number) => void,
): Promise<string | undefined> {
  if (!/^ur:/i.test(code)) return code
  const collected = collector.add(code)
  if (collected.status === 'complete') return readPayload(collected.payload)
  onShare(collected.share)
  return undefined
}

function readCode(
  picture: CanvasImageSource,
  fullWidth: number,
  fullHeight: number,
): string | undefined {
  if (fullWidth === 0) return undefined
  const scale = Math.min(1, mostPixels / Math.max(fullWidth, fullHeight))
  const width = Math.floor(fullWidth * scale)
  const height = Math.floor(fullHeight * scale)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(picture, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  try {
    return decodeQR({ width, height, data })
  } catch {
    // Most pictures of a camera show no code, or a blurred one.
    return undefined
  }
}
