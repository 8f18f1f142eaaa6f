import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useScopeSearch } from '../hooks/scope.js'
import { largestCarried } from '../lib/carriedText.js'
import { readTextFile } from '../lib/files.js'
import { formatCount } from '../lib/formatCount.js'
import { paths } from '../lib/paths.js'
import { showToast } from '../ui/toasts.js'
import { describeError } from '../words/errors.js'

/** More at once nobody reviews. */
const mostFiles = 20

/** Files that are dropped anywhere are brought in, which is a review. */
export function useDroppedFile(): void {
  const navigate = useNavigate()
  const { safe } = useScopeSearch()
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      // Anyone who takes files on the page itself has said so.
      if (files.length === 0 || event.defaultPrevented) return
      event.preventDefault()
      const read = async (file: File) => ({
        text: await readTextFile(file, { largest: largestCarried }),
        file: file.name,
      })
      void Promise.allSettled(files.slice(0, mostFiles).map(read)).then(
        async (results) => {
          const brought = results.flatMap((one) =>
            one.status === 'fulfilled' ? [one.value] : [],
          )
          for (const one of results)
            if (one.status === 'rejected') tell(describeError(one.reason))
          if (files.length > mostFiles)
            tell(
              `The first ${mostFiles} of ${formatCount(files.length, 'file')} were opened. Drop the others afterwards.`,
            )
          if (brought.length === 0) return
          await navigate({
            to: paths.bringIn,
            search: safe === undefined ? {} : { safe },
            state: { brought },
          })
        },
      )
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('drop', onDrop)
    }
  }, [navigate, safe])
}

function tell(text: string): void {
  showToast({ kind: 'error', text })
}
