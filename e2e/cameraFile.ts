import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

const size = { width: 640, height: 480 }

/** A code that a page shows, as rows of dark and light modules. */
export type Picture = { size: number; dark: ReadonlySet<string> }

/** What a code is drawn with. */
type Drawn = { box: string; path: string }

function toPicture({ box, path }: Drawn): Picture {
  const places = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)]
  return {
    size: Number(box.split(' ').at(-1)),
    dark: new Set(places.map(([, x, y]) => `${x} ${y}`)),
  }
}

/** Reads the code on the screen from what it is drawn with. */
export async function readPicture(page: Page): Promise<Picture> {
  const code = page.getByRole('img', { name: /QR code/ })
  return toPicture(
    await code.evaluate((svg) => ({
      box: svg.getAttribute('viewBox') ?? '',
      path: svg.querySelector('path')?.getAttribute('d') ?? '',
    })),
  )
}

/** The next frames of a code that moves, one after the other. */
export async function readMoving(
  page: Page,
  count: number,
): Promise<Picture[]> {
  const drawn = await page.locator('[data-frame]').evaluate(
    (code, wanted) =>
      new Promise<Drawn[]>((resolve) => {
        const seen: Drawn[] = []
        const watch = new MutationObserver(() => {
          seen.push({
            box: code.querySelector('svg')?.getAttribute('viewBox') ?? '',
            path: code.querySelector('path')?.getAttribute('d') ?? '',
          })
          if (seen.length < wanted) return
          watch.disconnect()
          resolve(seen)
        })
        watch.observe(code, { attributeFilter: ['data-frame'] })
      }),
    count,
  )
  return drawn.map(toPicture)
}

/** What Chromium's pretended camera films: the pictures, one after another. */
export async function writeCameraFile(
  path: string,
  pictures: readonly Picture[],
): Promise<void> {
  const { width, height } = size
  const frames = (pictures.length > 0 ? pictures : [undefined]).map((one) => [
    Buffer.from('FRAME\n'),
    drawLuma(one),
    Buffer.alloc((width * height) / 2, 128),
  ])
  await writeFile(
    path,
    Buffer.concat([
      Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`),
      ...frames.flat(),
    ]),
  )
}

function drawLuma(picture: Picture | undefined): Buffer {
  const { width, height } = size
  const luma = Buffer.alloc(width * height, 255)
  if (!picture) return luma
  const scale = Math.floor((height - 20) / picture.size)
  const left = Math.floor((width - scale * picture.size) / 2)
  const top = Math.floor((height - scale * picture.size) / 2)
  for (const place of picture.dark) {
    const [x = 0, y = 0] = place.split(' ').map(Number)
    for (let row = 0; row < scale; row++) {
      const from = (top + y * scale + row) * width + left + x * scale
      luma.fill(0, from, from + scale)
    }
  }
  return luma
}
