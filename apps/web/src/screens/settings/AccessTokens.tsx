import type { AccessToken } from '@covault/api'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SignInButton } from '../../components/SignInButton.js'
import { useFindName } from '../../hooks/useFindName.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { listWords } from '../../lib/formatCount.js'
import { formatDay, formatTime } from '../../lib/formatTime.js'
import { accessTokensQuery, revokeAccessToken } from '../../queries/tokens.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { accountQuery } from '../../wallet/account.js'
import { describeError } from '../../words/errors.js'
import { NewToken } from './NewToken.js'
import { SettingRow } from './SettingRow.js'
import classes from './SettingsScreen.module.css'

/** Where the gateway is for members: what their programs show instead of signing in. */
export function AccessTokens() {
  const { data: account } = useQuery(accountQuery)
  const { data } = useQuery(accessTokensQuery(account))
  const [isMaking, setMaking] = useState(false)
  if (!data?.offered) return null
  const { tokens } = data
  return (
    <Section
      className={classes.section}
      title="Access tokens"
      note="for programs that use this gateway"
    >
      {tokens?.map((token) => (
        <Token key={token.id} token={token} />
      ))}
      <p className={classes.text}>
        {tokens
          ? 'An access token lets a program read the safes you choose, or propose transactions in them. It works only while you are an owner or proposer.'
          : 'Sign in to create access tokens for your programs.'}
      </p>
      {tokens ? (
        <Button variant="default" onClick={() => setMaking(true)}>
          Create access token
        </Button>
      ) : (
        <SignInButton variant="default" />
      )}
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
    </Section>
  )
}

function Token({ token }: { token: AccessToken }) {
  const { id, scope, safes, created, lastUsed } = token
  const queries = useQueryClient()
  const findName = useFindName()
  const name = toForeignText(token.name, 100)
  const revoke = useMutation({
    mutationFn: () => revokeAccessToken(id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['session'] }),
  })
  const names = safes.map(
    (safe) => findName(safe) ?? formatAddress(safe.address, { digits: 4 }),
  )
  return (
    <SettingRow
      title={name}
      note={
        <>
          {scope === 'propose' ? 'Reads and proposes' : 'Reads only'} in{' '}
          {listWords(names)}. Created on {formatDay(created)},{' '}
          {lastUsed === null
            ? 'never used'
            : `last used on ${formatDay(lastUsed)} at ${formatTime(lastUsed)}`}
          .
          {revoke.error && (
            <Remark kind="danger" role="alert">
              Can’t revoke the access token. {describeError(revoke.error)}
            </Remark>
          )}
        </>
      }
    >
      <Button
        variant="default"
        loading={revoke.isPending}
        aria-label={`Revoke ${name}`}
        onClick={() => revoke.mutate()}
      >
        Revoke
      </Button>
    </SettingRow>
  )
}
