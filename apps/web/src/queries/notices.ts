import {
  call,
  confirmEmail,
  createReceiver,
  deleteEmail,
  deleteReceiver,
  type EndpointBody,
  getNotices,
  type MailChoices,
  resumeReceiver,
  type SafeReference,
  saveMailChoices,
  setEmail,
} from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { gateway, isAlone } from './gateway.js'

/** Whom an account has told of what happens in a safe; of its session. */
export function noticesQuery(
  { chainId, address }: SafeReference,
  account: Address | null | undefined,
) {
  return queryOptions({
    queryKey: ['session', 'notices', chainId, address, account ?? null],
    queryFn: ({ signal }) =>
      call(gateway, getNotices, {
        params: { chainId, address },
        signal,
        retryLimit: 1,
      }),
    enabled: !isAlone,
  })
}

export function addWebhook(
  params: SafeReference,
  body: EndpointBody<typeof createReceiver>,
): Promise<{ secret: string | null }> {
  return call(gateway, createReceiver, { params, body, retryLimit: 0 })
}

export function removeWebhook(
  params: SafeReference & { id: string },
): Promise<unknown> {
  return call(gateway, deleteReceiver, { params, retryLimit: 1 })
}

export function resumeWebhook(
  params: SafeReference & { id: string },
): Promise<unknown> {
  return call(gateway, resumeReceiver, { params, retryLimit: 1 })
}

export function chooseMails(
  params: SafeReference,
  body: MailChoices,
): Promise<unknown> {
  return call(gateway, saveMailChoices, { params, body, retryLimit: 1 })
}

export function sendCode(address: string): Promise<unknown> {
  return call(gateway, setEmail, { body: { address }, retryLimit: 0 })
}

export function confirmCode(code: string): Promise<unknown> {
  return call(gateway, confirmEmail, { body: { code }, retryLimit: 0 })
}

export function removeEmail(): Promise<unknown> {
  return call(gateway, deleteEmail, { retryLimit: 1 })
}
