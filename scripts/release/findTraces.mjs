import { brotliDecompressSync } from 'node:zlib'

/** Where it was built, on which machine and when is nobody's business. */
export function findTraces(files, { place, machine, now }) {
  // Whatever the time zone: sources may hold dates, but not of the build.
  const days = [-1, 0, 1].flatMap((day) =>
    writeDay(new Date(now.getTime() + day * 86_400_000)),
  )
  return [...files].flatMap(([path, { content }]) => {
    const plain = path.endsWith('.br') ? brotliDecompressSync(content) : content
    const text = plain.toString('latin1')
    return [
      ...(text.includes(place) ? [`${path} names the folder.`] : []),
      ...(machine.length > 6 && text.includes(machine)
        ? [`${path} names the machine.`]
        : []),
      ...(days.some((day) => text.includes(day))
        ? [`${path} holds the date of the build.`]
        : []),
    ]
  })
}

/** As programs write it: ISO, mails, C's asctime and `__DATE__`, and by numbers. */
function writeDay(date) {
  const [, day, month, year] = date.toUTCString().split(' ')
  const [, number] = date.toISOString().split('-')
  const short = String(Number(day))
  return [
    `${year}-${number}-${day}`,
    `${year}/${number}/${day}`,
    `${number}/${day}/${year}`,
    `${day}/${number}/${year}`,
    `${day}.${number}.${year}`,
    ...[day, short, short.padStart(2)].flatMap((one) => [
      `${one} ${month} ${year}`,
      `${month} ${one} ${year}`,
      `${month} ${one}, ${year}`,
    ]),
  ]
}
