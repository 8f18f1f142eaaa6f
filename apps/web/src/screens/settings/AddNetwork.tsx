import { findChain, chains as released } from '@covault/protocol'
import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type NetworkFields,
  type NetworkMistakes,
  type OwnNetwork,
  ownNetworks,
  readChainId,
  readNetworkFields,
} from '../../preferences/networks.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { testRpc } from '../../trust/testRpc.js'
import { FormDialog } from '../../ui/FormDialog.js'
import { describeError } from '../../words/errors.js'
import classes from './SettingsScreen.module.css'

/** What the release cannot do for a network that it does not know. */
export const unknownNetworkWords =
  'Covault doesn’t know this network, so nothing confirms its name and currency. Amounts assume 18 decimals. Names can’t be looked up, and explorer links and a default RPC endpoint are missing. Safe contracts count only if their address and code match the published ones.'

const nothing: NetworkFields = {
  chainId: '',
  rpcUrl: '',
  name: '',
  shortName: '',
  symbol: '',
}

/** A network by its chain ID and an RPC endpoint, which is asked for its own. */
export function AddNetwork({
  chains,
  onAdd,
  onClose,
}: {
  chains: readonly ChainConfig[]
  onAdd: (network: OwnNetwork) => Promise<void>
  onClose: () => void
}) {
  const [fields, setFields] = useState(nothing)
  const [mistakes, setMistakes] = useState<NetworkMistakes>({})
  const add = useMutation({
    mutationFn: async (network: OwnNetwork) => {
      const { chainId, rpcUrl, described } = network
      const name =
        findChain(chainId)?.name ?? described?.name ?? `Chain ${chainId}`
      await testRpc({ chainId, name }, rpcUrl)
      await onAdd(network)
    },
  })
  const change = (changed: Partial<NetworkFields>) => {
    add.reset()
    setMistakes({})
    setFields({ ...fields, ...changed })
  }
  const submit = () => {
    const read = readNetworkFields(fields, {
      listed: chains,
      own: ownNetworks.read(),
    })
    if ('mistakes' in read) return setMistakes(read.mistakes)
    add.mutate(read.network)
  }
  const field = (name: keyof NetworkFields) => ({
    value: fields[name],
    error: mistakes[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) =>
      change({ [name]: target.value }),
  })
  const chainId = readChainId(fields.chainId)
  const known = chainId === undefined ? undefined : findChain(chainId)
  return (
    <FormDialog
      title="Add network"
      words="Add network"
      isWorking={add.isPending}
      error={add.error ? describeError(add.error) : undefined}
      className={classes.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <NativeSelect
        label="Network"
        value={known ? fields.chainId.trim() : ''}
        data={[{ value: '', label: 'Another network' }, ...listChoices(chains)]}
        onChange={({ target }) => change({ chainId: target.value })}
      />
      <TextInput label="Chain ID" inputMode="numeric" {...field('chainId')} />
      <TextInput
        label="RPC URL"
        type="url"
        inputMode="url"
        placeholder={known?.rpcUrl ?? 'https://'}
        description="The endpoint is asked for its chain ID before the network is saved."
        {...field('rpcUrl')}
      />
      {!known && (
        <>
          <TextInput label="Name" {...field('name')} />
          <TextInput
            label="Short name"
            description="Written before the address in links to safes, such as eth: for Ethereum."
            {...field('shortName')}
          />
          <TextInput label="Currency symbol" {...field('symbol')} />
          <p className={classes.note}>{unknownNetworkWords}</p>
        </>
      )}
    </FormDialog>
  )
}

/** Those of the release that are not listed yet. */
function listChoices(chains: readonly ChainConfig[]) {
  return released
    .filter(({ chainId }) => !chains.some((one) => one.chainId === chainId))
    .map(({ chainId, name }) => ({ value: String(chainId), label: name }))
}
