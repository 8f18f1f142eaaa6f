import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  type Capability,
  PermissionDeniedError,
} from '../../apps/permissions.js'
import {
  type PersonAnswer,
  type PersonRequest,
  patience,
  RequestOpenError,
  RequestRejectedError,
  RequestsMutedError,
  requestDesk,
} from '../../apps/requestDesk.js'
import { usePageTitle } from '../../hooks/scope.js'
import type { AppSearch } from '../../lib/searchText.js'
import {
  findAnswer,
  safeAppPreferences,
  saveAnswer,
} from '../../preferences/safeApps.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { accountQuery } from '../../wallet/account.js'
import { owningSafesQuery } from '../../wallet/owningSafes.js'
import { AppFrame } from './AppFrame.js'
import type { ListedApp } from './catalogue.js'
import { createHost, type HostFacts } from './createHost.js'
import { HeldRequest } from './HeldRequest.js'
import {
  type PermissionAnswer,
  PermissionDialog,
  type PermissionQuestion,
} from './PermissionDialog.js'

const flows = { calls: 'app-request', message: 'app-message' } as const
type AskFlow = (typeof flows)[keyof typeof flows]

/** An open app, and what it asks the person in front of it. */
export function AppHost({
  place,
  url,
  origin,
  known,
}: {
  place: SafePlace
  url: string
  origin: string
  known: ListedApp | undefined
}) {
  const { data: account } = useQuery(accountQuery)
  const { data: owning, isError } = useQuery(
    owningSafesQuery({ ...place, account: account ?? null }),
  )
  const name = known?.name ?? new URL(origin).host
  const { askPerson, held, isMuted, ...desk } = useAskPerson(origin)
  const { asked, askForPermissions } = usePermissionQuestion(origin)
  const facts: HostFacts = {
    place,
    account,
    isNestedOwner: isError ? false : owning && owning.length > 0,
    app: { name, url, origin },
    canBatch:
      known?.details?.features.includes('BATCHED_TRANSACTIONS') ?? false,
    askPerson,
    askForPermissions,
  }
  const latest = useRef(facts)
  useEffect(() => {
    latest.current = facts
  })
  const [host] = useState(() => createHost(() => latest.current))
  usePageTitle(name)
  return (
    <>
      <AppFrame
        url={url}
        origin={origin}
        name={name}
        source={known?.source}
        host={host}
      >
        {(held || isMuted) && <HeldRequest isMuted={isMuted} {...desk} />}
      </AppFrame>
      {asked && <PermissionDialog name={name} origin={origin} asked={asked} />}
    </>
  )
}

/**
 * A request becomes a flow over this page, named by its number in the link.
 * When the link does not name it any more, the person has closed it.
 */
function useAskPerson(origin: string) {
  const [held, setHeld] = useState<{ id: string; flow: AskFlow }>()
  const [isMuted, setMuted] = useState(() => requestDesk.isMuted(origin))
  const navigate = useNavigate()
  const { flow, id } = useSearch({ strict: false })
  const open = useRef<string>(undefined)
  const isOurs = flow === flows.calls || flow === flows.message
  const shown = isOurs ? id : undefined
  const before = useRef(shown)
  useEffect(() => {
    const left = before.current
    before.current = shown
    if (left !== undefined && left !== shown)
      requestDesk.reject(left, new RequestRejectedError())
  }, [shown])
  useEffect(
    () => () => {
      if (open.current)
        requestDesk.reject(open.current, new RequestRejectedError())
    },
    [],
  )
  const show = (asked: { id: string; flow: AskFlow }) =>
    void navigate({
      to: '.',
      search: ({ safe, appUrl }: AppSearch) => ({
        ...(safe === undefined ? {} : { safe }),
        ...(appUrl === undefined ? {} : { appUrl }),
        ...asked,
      }),
    })
  const askPerson = async (request: PersonRequest): Promise<PersonAnswer> => {
    // What somebody is doing at the moment is not taken out of their hands.
    if (flow !== undefined && !isOurs) throw new RequestOpenError()
    const { id, answer, isHeld } = requestDesk.ask(request)
    open.current = id
    if (isHeld) setHeld({ id, flow: flows[request.kind] })
    else show({ id, flow: flows[request.kind] })
    return answer
  }
  return {
    askPerson,
    held,
    isMuted,
    onShow: () => {
      if (held) show(held)
      setHeld(undefined)
    },
    onRefuse: () => {
      if (held) requestDesk.reject(held.id, new RequestRejectedError())
      setHeld(undefined)
    },
    onMute: () => {
      requestDesk.mute(origin)
      setHeld(undefined)
      setMuted(true)
    },
    onUnmute: () => {
      requestDesk.unmute(origin)
      setMuted(false)
    },
  }
}

/** Who has said no is not asked again; the settings know a way back. */
function usePermissionQuestion(origin: string) {
  const { flow } = useSearch({ strict: false })
  const [asked, setAsked] = useState<PermissionQuestion>()
  const open = useRef<PermissionQuestion>(undefined)
  const closings = useRef(0)
  useEffect(() => () => open.current?.onAnswer('closed'), [])
  const ask = async (): Promise<PermissionAnswer> => {
    const { end } = requestDesk.startQuestion()
    const answer = await new Promise<PermissionAnswer>((onAnswer) => {
      open.current = { onAnswer }
      setAsked(open.current)
    })
    open.current = undefined
    setAsked(undefined)
    end()
    return answer
  }
  const askForPermissions = async (capabilities: readonly Capability[]) => {
    if (requestDesk.isMuted(origin)) throw new RequestsMutedError()
    const preferences = safeAppPreferences.read()
    const answers = capabilities.map((what) =>
      findAnswer(preferences, { origin, what }),
    )
    if (answers.every((answer) => answer?.isGranted)) return
    if (answers.some((answer) => answer && !answer.isGranted))
      throw new PermissionDeniedError()
    if (flow !== undefined) throw new RequestOpenError()
    if (closings.current >= patience) throw new PermissionDeniedError()
    const answer = await ask()
    if (answer === 'closed') {
      closings.current += 1
      throw new PermissionDeniedError()
    }
    const isGranted = answer === 'granted'
    for (const what of capabilities)
      saveAnswer({ origin, what, isGranted, at: Date.now() })
    if (!isGranted) throw new PermissionDeniedError()
  }
  // A page behind a flow is hidden, and its dialog would be without a trace.
  return { asked: flow === undefined ? asked : undefined, askForPermissions }
}
