import { OwnerNames } from './OwnerNames.js'
import { useDroppedFile } from './useDroppedFile.js'
import { useLocalNews } from './useLocalNews.js'

/** What every page has, and none needs for its first content. */
export function Afterwards() {
  useDroppedFile()
  useLocalNews()
  return <OwnerNames />
}
