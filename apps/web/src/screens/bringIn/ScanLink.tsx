import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useId } from 'react'
import { useScopeSearch } from '../../hooks/scope.js'
import { paths } from '../../lib/paths.js'
import { isAlone } from '../../queries/gateway.js'
import { livenessQuery } from '../../queries/health.js'
import column from '../../ui/Column.module.css'
import { LinkButton } from '../../ui/LinkButton.js'

const icon = <IconQrcode size={16} stroke={1.75} aria-hidden="true" />

/**
 * To the camera. It is allowed for the document of that address alone, which
 * may have to be loaded: a server that is gone would leave no page at all.
 */
export function ScanLink() {
  const search = useScopeSearch()
  if (isCameraAllowed() || isServedHere() || isAlone)
    return (
      <LinkButton
        variant="default"
        to={paths.scan}
        search={search}
        reloadDocument={!isCameraAllowed()}
        leftSection={icon}
      >
        Scan
      </LinkButton>
    )
  return <Loading />
}

/** The server is asked first whether it is there. */
function Loading() {
  const id = useId()
  const search = useScopeSearch()
  const router = useRouter()
  const { isError, isFetching, refetch } = useQuery(livenessQuery)
  const load = async () => {
    const { isSuccess } = await refetch()
    const { href } = router.buildLocation({ to: paths.scan, search })
    if (isSuccess) window.location.assign(href)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={icon}
        disabled={isError}
        loading={isFetching && !isError}
        {...(isError && { 'aria-describedby': id })}
        onClick={() => void load()}
      >
        Scan
      </Button>
      {isError && (
        <p id={id} className={column.hint}>
          The camera needs a page that the gateway serves, and the gateway
          doesn’t answer. Open a file or paste a link instead, or scan with the
          page from a folder.
        </p>
      )}
    </>
  )
}

/** Where the browser says so; one that does not asks the reader later. */
function isCameraAllowed(): boolean {
  const { featurePolicy } = document as {
    featurePolicy?: { allowsFeature(name: string): boolean }
  }
  return featurePolicy?.allowsFeature('camera') ?? true
}

/** A worker that keeps the release answers without any server. */
function isServedHere(): boolean {
  return Boolean(navigator.serviceWorker?.controller)
}
