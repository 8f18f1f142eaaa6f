import { BaseError } from '@covault/protocol'

/** Hands a text to the browser as a file to keep. */
export function downloadText(parameters: {
  name: string
  type: string
  text: string
}): void {
  const { name, type, text } = parameters
  downloadFile(name, new Blob([text], { type }))
}

export function downloadFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by then; the text need not stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** More than any address book needs, and little to parse. */
export const largestImport = 5 * 1024 * 1024

/** The text of a file, unless it is too large to be one of ours. */
export async function readTextFile(
  file: File,
  { largest = largestImport } = {},
): Promise<string> {
  if (file.size > largest) throw new FileTooLargeError(file, { largest })
  return file.text()
}

export class FileTooLargeError extends BaseError {
  constructor(
    { name, size }: { name: string; size: number },
    { largest = largestImport } = {},
  ) {
    super(
      `The file ${name} is ${Math.ceil(size / 1024 / 1024)} MB. The limit is ${largest / 1024 / 1024} MB.`,
    )
  }
}
