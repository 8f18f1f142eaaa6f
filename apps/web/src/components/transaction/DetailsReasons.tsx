import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { checkQuery } from '../../understand/assess/checkQuery.js'
import { SignableReasons } from './SignableReasons.js'

/** The details are read by everybody; the check is made for those who ask. */
export function DetailsReasons({
  asked,
  ...reasons
}: Omit<ComponentProps<typeof SignableReasons>, 'hash' | 'check'> & {
  asked: Omit<Parameters<typeof checkQuery>[0], 'chain'>
}) {
  const { chain } = reasons.place
  const { data } = useQuery(checkQuery({ ...asked, chain }))
  return <SignableReasons {...reasons} hash={asked.hash} check={data} />
}
