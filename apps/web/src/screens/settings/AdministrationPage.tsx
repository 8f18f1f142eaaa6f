import {
  type AuditEntry,
  type BackupRun,
  type GatewayCondition,
  GatewayReplyError,
} from '@covault/api'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { PendingList } from '../../components/ListStates.js'
import { SignInButton } from '../../components/SignInButton.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { useFindName } from '../../hooks/useFindName.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatBytes } from '../../lib/formatBytes.js'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import { formatExactTime } from '../../lib/formatTime.js'
import { nameNetwork } from '../../lib/nameNetwork.js'
import {
  auditQuery,
  backUpNow,
  conditionQuery,
} from '../../queries/administration.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import { accountQuery } from '../../wallet/account.js'
import { useSignedIn } from '../../wallet/useSignedIn.js'
import { describeError } from '../../words/errors.js'
import { PlainFacts } from './Facts.js'
import { SettingRow } from './SettingRow.js'
import classes from './SettingsScreen.module.css'

/** For those whom the operator names: how the gateway goes, and who did what. */
export function AdministrationPage() {
  const { data, error, refetch } = useQuery(conditionQuery)
  if (!data && isRefused(error)) return <Refused />
  if (!data)
    return (
      <PendingList
        title="Can’t load the gateway’s status."
        error={error}
        onRetry={refetch}
      >
        This page is for the administrators listed in the gateway’s
        configuration.
      </PendingList>
    )
  return (
    <>
      <Gateway condition={data} />
      <Networks chains={data.chains} />
      <Backups backups={data.backups} />
      <Activity />
    </>
  )
}

function isRefused(error: unknown): boolean {
  return error instanceof GatewayReplyError && [401, 403].includes(error.status)
}

/** Nothing is out of order: the page is for others, or for who signs in. */
function Refused() {
  const { data: account } = useQuery(accountQuery)
  const isSignedIn = useSignedIn(account)
  return (
    <EmptyState
      picture={<IconLock size={72} stroke={1.25} aria-hidden="true" />}
      title="Only administrators can open this page."
      actions={!isSignedIn && <SignInButton />}
    >
      This page is for the administrators listed in the gateway’s configuration.
      If you are one of them, sign in.
    </EmptyState>
  )
}

/** With less, the database may have to stop soon. */
const leastFree = 1_000_000_000

function Gateway({ condition }: { condition: GatewayCondition }) {
  const { version, releaseRoot, database, disk, notices } = condition
  const isFull = disk !== null && disk.free < leastFree
  const facts: ComponentProps<typeof PlainFacts>['facts'] = [
    ['Version', version],
    [
      'Hash of all files (root)',
      releaseRoot ?? 'None: only signed releases have one',
      releaseRoot === null ? 'warn' : undefined,
    ],
    [
      'Database',
      database.problem ?? formatBytes(database.bytes),
      database.problem === null ? undefined : 'danger',
    ],
    [
      'Free disk space',
      disk
        ? `${formatBytes(disk.free)} of ${formatBytes(disk.total)}`
        : 'Unknown',
      isFull ? 'danger' : undefined,
    ],
    [
      'Notifications',
      `${formatCount(notices.receivers, 'receiver')}, ${formatNumber(notices.parked)} stopped after failed deliveries, ${formatNumber(notices.failing)} being retried`,
      notices.parked > 0 ? 'warn' : undefined,
    ],
  ]
  return (
    <Section className={classes.section} title="Gateway">
      <PlainFacts facts={facts} />
    </Section>
  )
}

/** Blocks that an indexer may be behind without anybody being told. */
const toleratedLag = 3

function Networks({ chains }: Pick<GatewayCondition, 'chains'>) {
  const config = useAppConfig()
  return (
    <Section className={classes.section} title="Networks">
      {chains.map(({ chainId, head, indexed, safes, problem }) => (
        <SettingRow
          key={chainId}
          title={nameNetwork(chainId, config.chains)}
          note={
            <>
              {formatCount(safes, 'safe')} followed.{' '}
              {describeBlocks(head, indexed)}
              {problem && (
                <Remark kind="warn">{toForeignText(problem, 500)}</Remark>
              )}
            </>
          }
        >
          {head === null || indexed === null ? (
            <Status kind="danger">Unreachable</Status>
          ) : problem ? (
            <Status kind="warn">Degraded</Status>
          ) : head - indexed > toleratedLag ? (
            <Status kind="warn">Behind</Status>
          ) : (
            <Status kind="ok">Up to date</Status>
          )}
        </SettingRow>
      ))}
    </Section>
  )
}

function describeBlocks(head: number | null, indexed: number | null): string {
  if (head === null || indexed === null)
    return 'None of the gateway’s RPC endpoints answers. Check them with “covault doctor”.'
  const lag = head - indexed
  return `Indexed to block ${formatNumber(indexed)}${lag > 0 ? `, ${formatCount(lag, 'block')} behind the network` : ''}.`
}

function Backups({ backups }: Pick<GatewayCondition, 'backups'>) {
  const { every, last, failed } = backups
  const queries = useQueryClient()
  const backUp = useMutation({
    mutationFn: backUpNow,
    onSettled: () => queries.invalidateQueries({ queryKey: ['session'] }),
  })
  return (
    <Section className={classes.section} title="Backups">
      <SettingRow
        title="Last backup"
        note={
          <>
            {every === null
              ? 'This gateway doesn’t make backups automatically. Set backup.every in its configuration.'
              : describeBackup(last)}
            {(failed || backUp.error) && (
              <Remark kind="danger" role="alert">
                {backUp.error
                  ? `Can’t make a backup. ${describeError(backUp.error)}`
                  : `The backup of ${formatExactTime(failed?.started ?? 0)} failed: ${toForeignText(failed?.problem ?? '', 300)}`}
              </Remark>
            )}
          </>
        }
      >
        {every !== null && (
          <Button
            variant="default"
            loading={backUp.isPending}
            onClick={() => backUp.mutate()}
          >
            Back up now
          </Button>
        )}
      </SettingRow>
    </Section>
  )
}

function describeBackup(last: BackupRun | null): string {
  if (!last) return 'No backup yet.'
  const size = last.bytes === null ? '' : `, ${formatBytes(last.bytes)}`
  return `${formatExactTime(last.started)}: ${formatCount(last.rows ?? 0, 'row')}${size}.`
}

function Activity() {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(auditQuery)
  return (
    <Section
      className={classes.section}
      title="Activity"
      note="sign-ins, access tokens and backups"
    >
      {error && (
        <Remark kind="warn">
          Can’t load the activity. {describeError(error)}
        </Remark>
      )}
      {data?.pages
        .flatMap(({ entries }) => entries)
        .map((entry) => (
          <Act key={entry.id} entry={entry} />
        ))}
      {hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Section>
  )
}

function Act({ entry: { at, account, act, subject } }: { entry: AuditEntry }) {
  const findName = useFindName()
  const { chains } = useAppConfig()
  const named =
    account &&
    chains
      .map(({ chainId }) => findName({ chainId, address: account }))
      .find(Boolean)
  const who = account
    ? (named ?? formatAddress(account, { digits: 4 }))
    : 'The operator'
  return (
    <div className={`${classes.fact} ${classes.act}`}>
      <span className={classes.note}>{formatExactTime(at)}</span>
      <span>
        {who} {toForeignText(act, 60)}
        {subject && ` “${toForeignText(subject, 100)}”`}
      </span>
    </div>
  )
}
