import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSafeScope } from '../../hooks/scope.js'
import { useFindName } from '../../hooks/useFindName.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { ownedSafesQuery } from '../../queries/owners.js'
import { makeAccessToken } from '../../queries/tokens.js'
import { FormDialog } from '../../ui/FormDialog.js'
import { accountQuery } from '../../wallet/account.js'
import { describeRefusal } from './describeRefusal.js'
import classes from './SettingsScreen.module.css'
import { ShownOnce } from './ShownOnce.js'

/** Asks what a token is for, makes it, and shows it this once. */
export function NewToken({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const make = useMutation({
    mutationFn: makeAccessToken,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['session'] }),
  })
  if (!make.data) return <TokenForm make={make} onClose={onClose} />
  return (
    <ShownOnce
      title="Copy your access token"
      note="The access token won’t be shown again. Programs send it as “Authorization: Bearer …”. Anyone who has it can use it until you revoke it."
      label="Access token"
      copy="Copy access token"
      secret={make.data.token}
      onClose={onClose}
    />
  )
}

type Scope = 'read' | 'propose'

function TokenForm({
  make,
  onClose,
}: {
  make: {
    mutate: (input: Parameters<typeof makeAccessToken>[0]) => void
    isPending: boolean
    error: unknown
  }
  onClose: () => void
}) {
  const safes = useOwnSafes()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('read')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = safes.filter(({ key }) => !left.has(key))
  const toggle = (key: string) => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    setLeft(next)
  }
  return (
    <FormDialog
      title="Create access token"
      words="Create access token"
      isReady={name.trim() !== '' && chosen.length > 0}
      isWorking={make.isPending}
      error={make.error ? describeRefusal(make.error) : undefined}
      className={classes.form}
      onSubmit={() =>
        make.mutate({
          name,
          scope,
          safes: chosen.map(({ chainId, address }) => ({ chainId, address })),
        })
      }
      onClose={onClose}
    >
      <TextInput
        label="Name"
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <NativeSelect
        label="Access"
        value={scope}
        onChange={({ target }) => setScope(target.value as Scope)}
        data={[
          { value: 'read', label: 'Read only' },
          { value: 'propose', label: 'Read and propose' },
        ]}
      />
      <fieldset className={classes.choices}>
        <legend>Safes</legend>
        {safes.length === 0 && <p>You own no safe on this gateway.</p>}
        {safes.map(({ key, label }) => (
          <label key={key} className={classes.choice}>
            <input
              type="checkbox"
              checked={!left.has(key)}
              onChange={() => toggle(key)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}

/** Of the account, and the open one, of which it may be a proposer. */
function useOwnSafes() {
  const { data: account } = useQuery(accountQuery)
  const { data: owned = [] } = useQuery(ownedSafesQuery(account))
  const scope = useSafeScope()
  const findName = useFindName()
  const open = scope
    ? [{ chainId: scope.chain.chainId, address: scope.address }]
    : []
  const byKey = new Map(
    [...open, ...owned].map(({ chainId, address }) => {
      const key = `${chainId}:${address}`
      const label =
        findName({ chainId, address }) ?? formatAddress(address, { digits: 4 })
      return [key, { key, chainId, address, label }]
    }),
  )
  return [...byKey.values()]
}
