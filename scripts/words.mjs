// `npm run words`: lists every string that people read, with file and line.
// `npm run words -- apps/web/src/screens/settings` lists one room.
import { listFiles, readStrings } from './readStrings.mjs'

const rooms = process.argv.slice(2)

for (const room of rooms.length > 0 ? rooms : [''])
  for (const path of listFiles(room))
    for (const { line, text } of readStrings(path))
      console.log(`${path}:${line}\t${text.replaceAll('\n', '⏎')}`)
