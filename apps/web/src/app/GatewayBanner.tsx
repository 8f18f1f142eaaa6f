import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { livenessQuery } from '../queries/health.js'
import { Banner } from '../ui/Banner.js'

export function GatewayBanner() {
  const { isError, isFetching, refetch } = useQuery(livenessQuery)
  if (!isError) return null
  return (
    <Banner
      title="The gateway does not answer."
      action={
        <Button
          size="xs"
          variant="default"
          loading={isFetching}
          onClick={() => void refetch()}
        >
          Retry now
        </Button>
      }
    >
      Safes are read from the chain and stay up to date; opening another page
      may have to wait.
    </Banner>
  )
}
