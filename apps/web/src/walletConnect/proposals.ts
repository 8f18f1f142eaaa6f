import { BaseError } from '@covault/protocol'
import type { Verification } from '../apps/requestDesk.js'
import type { DappClient } from './client.js'
import {
  type DappPlace,
  judgeProposal,
  type Proposal,
  readProposal,
} from './proposal.js'
import { RefusedError, toRpcError } from './rpcError.js'

export type Pairing =
  | { status: 'connecting' | 'waiting' | 'silent' }
  | { status: 'failed'; words: string }

export type ProposalsState = {
  pairing: Pairing | undefined
  proposals: readonly Proposal[]
}

/** Milliseconds after which a dapp that was called is called silent. */
const silence = 30_000
const longestTimer = 2 ** 31 - 1

/** From a code that somebody pasted to a session, or none. */
export function createProposals(parameters: {
  client: Pick<DappClient, 'pair' | 'approve' | 'reject'>
  getState: () => ProposalsState
  change: (changed: Partial<ProposalsState>) => void
  onApprove: (added: { topic: string; verification: Verification }) => void
  now: () => number
}) {
  const { client, getState, change, onApprove, now } = parameters

  const drop = (id: number | undefined): void =>
    change({ proposals: getState().proposals.filter((one) => one.id !== id) })

  return {
    drop,

    async pair(uri: string, topic: string): Promise<void> {
      change({ pairing: { status: 'connecting' } })
      try {
        await client.pair(uri)
      } catch (error) {
        return change({ pairing: { status: 'failed', words: describe(error) } })
      }
      // The dapp may have been quicker than the relay's own answer.
      if (getState().pairing?.status !== 'connecting') return
      change({ pairing: { status: 'waiting' } })
      setTimeout(() => {
        const { proposals, pairing } = getState()
        const isMissing = !proposals.some((one) => one.pairingTopic === topic)
        if (isMissing && pairing?.status === 'waiting')
          change({ pairing: { status: 'silent' } })
      }, silence)
    },

    add(data: unknown): void {
      const proposal = readProposal(data)
      if (!proposal || proposal.expiresAt <= now()) return
      const { id, expiresAt } = proposal
      const others = getState().proposals.filter((one) => one.id !== id)
      change({ pairing: undefined, proposals: [...others, proposal] })
      setTimeout(() => drop(id), Math.min(expiresAt - now(), longestTimer))
    },

    async approve(
      proposal: Proposal,
      place: DappPlace & { chainName: string },
    ): Promise<void> {
      const verdict = judgeProposal(proposal, place, now())
      if ('refusal' in verdict) throw verdict.refusal
      const { namespaces } = verdict
      const topic = await client.approve({ id: proposal.id, namespaces })
      drop(proposal.id)
      const verification = proposal.peer?.verification ?? { kind: 'unverified' }
      onApprove({ topic, verification })
    },

    /** Without a reason of its own it is the person who said no. */
    async reject(
      proposal: Proposal,
      reason = new RefusedError(
        'proposalRejected',
        'The user rejected the connection.',
      ),
    ): Promise<void> {
      drop(proposal.id)
      await client.reject({ id: proposal.id, error: toRpcError(reason) })
    },
  }
}

function describe(error: unknown): string {
  return error instanceof BaseError
    ? error.message
    : 'WalletConnect refused this link. Copy a new link from the dapp.'
}
