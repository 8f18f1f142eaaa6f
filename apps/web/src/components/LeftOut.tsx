import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import {
  type Local,
  letGoOfSignature,
  localRecords,
  nameLocal,
} from '../preferences/localQueue.js'
import type { Records } from '../preferences/records.js'
import { forgetSignature } from '../preferences/seenSignatures.js'
import { refreshAfter } from '../queries/liveEvents.js'
import { Remark } from '../ui/Remark.js'
import type { SafePlace } from '../understand/safe/safePlace.js'
import { signableLists } from '../understand/signables/lists.js'
import { describeError } from '../words/errors.js'
import { writeStale } from '../words/seals.js'

/** A signature that this browser keeps, and that is not valid any more. */
export function LeftOut({
  place: { chain, address },
  hash,
  of: signer,
  signature,
  reason,
}: {
  place: Pick<SafePlace, 'chain' | 'address'>
  /** What it signs. */
  hash: Hex
  of: Address
  signature: Hex | null
  reason: string
}) {
  const queries = useQueryClient()
  const { chainId } = chain
  const remove = useMutation({
    mutationFn: async () => {
      if (signature === null) return
      const one = { signer, signature }
      const name = nameLocal({ chainId, safe: address }, hash)
      for (const records of Object.values<Records<Local>>(localRecords))
        await letGoOfSignature(records, name, one)
      await forgetSignature({ safeTxHash: hash, ...one })
    },
    onSuccess: () =>
      refreshAfter(
        queries,
        ...Object.values(signableLists).map(({ event }) => ({
          ...{ name: event, chainId, safe: address },
        })),
      ),
  })
  return (
    <>
      <Remark kind="warn">{writeStale(reason)}</Remark>
      {remove.error && (
        <Remark kind="danger" role="alert">
          {describeError(remove.error)}
        </Remark>
      )}
      <div>
        <Button
          size="xs"
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Remove signature
        </Button>
      </div>
    </>
  )
}
