import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CopyButton } from '../../components/CopyButton.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { useServedRelease } from '../../hooks/useServedRelease.js'
import { formatCount, listWords } from '../../lib/formatCount.js'
import { formatExactTime } from '../../lib/formatTime.js'
import type { State } from '../../trust/served/checkServed.js'
import type { ServedRelease } from '../../trust/served/servedRelease.js'
import {
  allowParents,
  check,
  compareFiles,
  compareReleases,
  declineUpdate,
  loadUpdate,
  type Offer,
} from '../../trust/served/watchRelease.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import {
  alarmWords,
  noCopyWords,
  refusalWords,
  retiredWords,
} from '../../words/release.js'
import type { Signed } from '../../worker/release.js'
import { Elsewhere } from './Elsewhere.js'
import { PlainFacts } from './Facts.js'
import { SettingRow } from './SettingRow.js'
import classes from './SettingsScreen.module.css'

/** What this page can say about itself, and how others find out whether it is true. */
export function ProofPage() {
  const served = useServedRelease()
  const { kept } = served
  const { release } = useAppConfig()
  const look = useMutation({ mutationFn: check })
  const decline = useMutation({ mutationFn: declineUpdate })
  const load = useMutation({ mutationFn: loadAndReload })
  const why = findReason(served, release !== undefined)
  const compare = useMutation({ mutationFn: compareFiles })
  return (
    <>
      <Section
        className={classes.section}
        title="Your version"
        note="reported by this page itself"
      >
        <Version kept={kept} />
        <SettingRow title="Saved copy" note={explainCopy(served, why)}>
          <CopyStatus {...served} why={why} />
        </SettingRow>
        {kept && (
          <SettingRow
            title="Limits of the saved copy"
            note="After the server changes, the saved copy protects you for about a day. Then your browser accepts new code from the server. The copy doesn’t protect the first visit, and it doesn’t protect against a changed browser or computer."
          >
            <Status kind="warn">Limited</Status>
          </SettingRow>
        )}
      </Section>
      {kept && (
        <Section
          className={classes.section}
          title="Updates"
          note="reported by this page itself"
        >
          <Update
            served={served}
            isBusy={look.isPending || load.isPending}
            onCheck={() => look.mutate()}
            onDecline={(id) => decline.mutate(id)}
            onLoad={(id) => load.mutate(id)}
          />
          <Framing asked={kept.origins?.asked} />
          <SettingRow
            title="Served files"
            note={explainFiles(kept, served.differing)}
          >
            <Button
              size="xs"
              variant="default"
              loading={compare.isPending}
              onClick={() => compare.mutate()}
            >
              Compare files
            </Button>
          </SettingRow>
        </Section>
      )}
      <Elsewhere />
    </>
  )
}

/** Without https it does not matter who signed: anybody on the way can write. */
function findReason(
  { noCopy }: ServedRelease,
  isSigned: boolean,
): keyof typeof noCopyWords {
  if (noCopy === 'insecure') return noCopy
  return isSigned ? (noCopy ?? 'saving') : 'unsigned'
}

function Version({ kept }: { kept: State | undefined }) {
  const { version, release } = useAppConfig()
  const facts: [name: string, value: string][] = kept
    ? [
        ['Version', kept.release.product],
        ['Commit', kept.release.commit],
        ['Hash of all files (root)', kept.release.root],
        ['Signed by', kept.signers.join(', ')],
        [
          'Key holders',
          kept.isByMaintainers ? maintainersWords : operatorWords,
        ],
        ['Trusted keys', describeKeys(kept)],
        ['May connect to', listOrigins(kept.origins?.connect)],
        ['May be framed by', listOrigins(kept.origins?.parents)],
        ['In use since', formatExactTime(kept.since)],
      ]
    : [
        ['Version', version],
        ['Hash of all files (root)', release?.root ?? unsignedWords],
      ]
  return <PlainFacts facts={facts} />
}

const unsignedWords = 'None: only signed releases have one'
const maintainersWords = 'Covault’s maintainers, as listed in the source'
const operatorWords = 'The operator of this site'

function describeKeys({ release: { keys } }: State): string {
  const names = Object.keys(keys?.signers ?? {})
  return `${names.join(', ')}; ${formatCount(keys?.threshold ?? 0, 'signature')} needed`
}

function listOrigins(origins: readonly string[] = []): string {
  return origins.join(', ') || 'No other site'
}

/** Anyone who frames the app can cover what is clicked. */
function Framing({ asked }: { asked: string[] | undefined }) {
  const allow = useMutation({ mutationFn: allowParents })
  if (!asked) return null
  return (
    <SettingRow
      title="Sites that show this app"
      note={`The operator now lets these sites show this app inside their pages: ${asked.join(', ')}. Allow this only if you know them: such a site can trick you into a click you don’t intend. Until you allow it, new sites can’t show the app.`}
    >
      <Button
        size="xs"
        variant="default"
        loading={allow.isPending}
        onClick={() => allow.mutate(asked)}
      >
        Allow sites
      </Button>
    </SettingRow>
  )
}

function explainCopy(
  { kept, isFromCopy, isRetired, alarm }: ServedRelease,
  why: keyof typeof noCopyWords,
): string {
  if (isRetired) return retiredWords.cause
  if (alarm === 'gone') return alarmWords.gone.cause
  if (!kept) return noCopyWords[why]
  return isFromCopy
    ? 'This page came from the copy in this browser. The server can’t change it without your consent, and it opens without the gateway.'
    : 'This page came from the server. The next time you load this site, the copy in this browser is used. Reloading with Shift held down bypasses the copy.'
}

function CopyStatus({
  kept,
  isFromCopy,
  alarm,
  why,
}: ServedRelease & { why: keyof typeof noCopyWords }) {
  if (alarm)
    return (
      <Status kind="danger">
        {alarm === 'gone' ? 'Copy gone' : 'Server changed'}
      </Status>
    )
  if (!kept && why === 'differs')
    return <Status kind="danger">Files differ</Status>
  if (!kept)
    return (
      <Status kind="warn">{why === 'saving' ? 'Saving' : 'No copy'}</Status>
    )
  return <Status kind="ok">{isFromCopy ? 'In use' : 'Saved'}</Status>
}

function Update({
  served,
  isBusy,
  onCheck,
  onDecline,
  onLoad,
}: {
  served: ServedRelease
  isBusy: boolean
  onCheck: () => void
  onDecline: (id: string) => void
  onLoad: (id: string) => void
}) {
  const { kept, alarm, refusal, isUnreachable } = served
  const offer = kept && compareReleases(kept)
  return (
    <>
      {alarm && (
        <Remark kind="danger" role="alert">
          {alarmWords[alarm].cause} {alarmWords[alarm].advice}
        </Remark>
      )}
      {refusal && (
        <Remark kind="danger" role="alert">
          {refusalWords[refusal]}
        </Remark>
      )}
      {kept?.other && offer?.isNewer && (
        <SettingRow
          title={`Version ${kept.other.release.product}`}
          note={
            <>
              {describeOffer(kept.other, offer)} <Root of={kept.other} />
            </>
          }
        >
          <CopyButton text={kept.other.release.root} label="Copy root" />
          <Button
            size="xs"
            loading={isBusy}
            disabled={alarm !== undefined}
            onClick={() => onLoad(kept.other?.id ?? '')}
          >
            Load update
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => onDecline(kept.other?.id ?? '')}
          >
            Not now
          </Button>
        </SettingRow>
      )}
      <SettingRow
        title="Server"
        note={
          isUnreachable
            ? 'The server can’t be reached. Your version works without it.'
            : describeCheck(kept, alarm)
        }
      >
        <Button size="xs" variant="default" loading={isBusy} onClick={onCheck}>
          Check now
        </Button>
      </SettingRow>
    </>
  )
}

/** The new files answer from the next load on, so it comes at once. */
async function loadAndReload(id: string): Promise<void> {
  if (await loadUpdate(id)) window.location.reload()
}

function describeOffer(
  { release: { commit }, signers }: Signed,
  { changed, removed, newSigners, goneSigners }: Offer,
): string {
  const keys =
    newSigners.length > 0
      ? ` New keys will be trusted: ${listWords(newSigners)}.`
      : ''
  const gone =
    goneSigners.length > 0
      ? ` No longer trusted: ${listWords(goneSigners)}.`
      : ''
  return `Commit ${commit.slice(0, 12)}, signed by ${listWords(signers)}. ${formatCount(changed, 'file')} changed, ${formatCount(removed, 'file')} removed.${keys}${gone}`
}

/** What somebody agrees to, as others who build it have it too. */
function Root({ of: { release } }: { of: Signed }) {
  const { root } = release
  return (
    <>
      Hash of all files (root){' '}
      <span className={classes.mono} title={root}>
        {root.slice(0, 8)}…{root.slice(-8)}
      </span>
      .
    </>
  )
}

function describeCheck(
  kept: State | undefined,
  alarm: ServedRelease['alarm'],
): string {
  const at = kept?.at
    ? `Checked on ${formatExactTime(kept.at)}.`
    : 'Not checked yet.'
  if (alarm) return at
  if (!kept?.other) return `${at} The server offers your version.`
  return compareReleases(kept)?.isNewer
    ? at
    : `${at} The server offers version ${kept.other.release.product}, a release that isn’t newer than yours. It was refused.`
}

function explainFiles(kept: State, differing: string[] | undefined): string {
  if (!differing)
    return `Downloads ${formatCount(Object.keys(kept.release.files).length, 'file')} from the server and compares each with your version.`
  return differing.length === 0
    ? 'Every file from the server matches your version.'
    : `Compared with your version, the server changed ${formatCount(differing.length, 'file')}: ${differing.slice(0, 5).join(', ')}. Your copy is unchanged.`
}
