import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useScopeSearch } from '../hooks/scope.js'
import { readTextFile } from '../lib/files.js'
import { paths } from '../lib/paths.js'
import { showToast } from '../ui/toasts.js'
import { describeError } from '../words/errors.js'

/** A file that is dropped anywhere is brought in, which is a review. */
export function useDroppedFile(): void {
  const navigate = useNavigate()
  const { safe } = useScopeSearch()
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      // Whoever takes files on the page itself has said so.
      if (!file || event.defaultPrevented) return
      event.preventDefault()
      readTextFile(file).then(
        (brought) =>
          navigate({
            to: paths.bringIn,
            search: safe === undefined ? {} : { safe },
            state: { brought },
          }),
        (error: unknown) =>
          showToast({ kind: 'error', text: describeError(error) }),
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
