import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useScopeSearch } from '../../hooks/scope.js'
import { paths } from '../../lib/paths.js'
import classes from './BringIn.module.css'

/** Gets rid of what was opened: Back and reload don't show it again. */
export function CancelImport() {
  const navigate = useNavigate()
  const search = useScopeSearch()
  return (
    <div className={classes.cancel}>
      <Button
        variant="default"
        onClick={() =>
          void navigate({ to: paths.bringIn, search, replace: true })
        }
      >
        Cancel
      </Button>
    </div>
  )
}
