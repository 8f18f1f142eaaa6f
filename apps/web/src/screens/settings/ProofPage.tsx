import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CopyButton } from '../../components/CopyButton.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { useServedRelease } from '../../hooks/useServedRelease.js'
import { formatCount, listWords } from '../../lib/formatCount.js'
import { formatExactTime } from '../../lib/formatTime.js'
import {
  askWorker,
  compareFiles,
  compareReleases,
  type Offer,
  type ServedRelease,
  servedRelease,
} from '../../trust/servedRelease.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import { alarmAdvice, alarmWords, refusalWords } from '../../words/release.js'
import type { Question, Signed, State } from '../../worker/state.js'
import { SettingRow } from './SettingRow.js'
import classes from './SettingsScreen.module.css'

/** What this page can say about itself, and how others find out whether it is true. */
export function ProofPage() {
  const served = useServedRelease()
  const { kept } = served
  const ask = useMutation({ mutationFn: askWorker })
  const load = useMutation({ mutationFn: loadUpdate })
  const compare = useMutation({ mutationFn: compareFiles })
  return (
    <>
      <Section
        className={classes.section}
        title="Your version"
        note="this page says so itself"
      >
        <Version kept={kept} />
        <SettingRow title="Saved copy" note={explainCopy(served)}>
          <CopyStatus {...served} />
        </SettingRow>
      </Section>
      {kept && (
        <Section className={classes.section} title="Updates">
          <Update
            served={served}
            isBusy={ask.isPending || load.isPending}
            onAsk={(question) => ask.mutate(question)}
            onLoad={(root) => load.mutate(root)}
          />
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

function Version({ kept }: { kept: State | undefined }) {
  const { version, release } = useAppConfig()
  const facts = kept
    ? [
        ['Version', kept.release.product],
        ['Commit', kept.release.commit],
        ['Root of all files', kept.release.root],
        ['Signed by', kept.signers.join(', ')],
        ['Trusted keys', describeKeys(kept)],
        ['In use since', formatExactTime(kept.since)],
      ]
    : [
        ['Version', version],
        ['Root of all files', release?.root ?? 'Not a signed release'],
      ]
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd className={classes.mono}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function describeKeys({ release: { keys } }: State): string {
  const names = Object.keys(keys?.signers ?? {})
  return `${names.join(', ')}; ${formatCount(keys?.threshold ?? 0, 'signature')} needed`
}

function explainCopy({ kept, isFromCopy, isRetired }: ServedRelease): string {
  if (isRetired)
    return 'The operator retired the saved copy with a signed release. From the next load on, the server sends every page.'
  if (!kept)
    return 'This site’s release isn’t signed, so this browser keeps no copy. The server decides on every load what you run.'
  return isFromCopy
    ? 'This page came from the copy in this browser. The server can’t change it without your consent, and it opens without the gateway.'
    : 'This page came from the server. The copy in this browser answers from the next load on. A reload with Shift held down goes past the copy.'
}

function CopyStatus({ kept, isFromCopy, alarm }: ServedRelease) {
  if (alarm) return <Status kind="danger">Server changed</Status>
  if (!kept) return <Status kind="warn">No copy</Status>
  return <Status kind="ok">{isFromCopy ? 'In use' : 'Saved'}</Status>
}

function Update({
  served,
  isBusy,
  onAsk,
  onLoad,
}: {
  served: ServedRelease
  isBusy: boolean
  onAsk: (question: Question) => void
  onLoad: (root: string) => void
}) {
  const { kept, alarm, refusal, isUnreachable } = served
  const offer = kept && compareReleases(kept)
  return (
    <>
      {alarm && (
        <Remark kind="danger" role="alert">
          {alarmWords[alarm]} {alarmAdvice}
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
          note={describeOffer(kept.other, offer)}
        >
          <Button
            size="xs"
            loading={isBusy}
            disabled={alarm !== undefined}
            onClick={() => onLoad(kept.other?.release.root ?? '')}
          >
            Load update
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              onAsk({ ask: 'decline', root: kept.other?.release.root ?? '' })
            }
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
            : describeCheck(kept)
        }
      >
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          onClick={() => onAsk({ ask: 'check' })}
        >
          Check now
        </Button>
      </SettingRow>
    </>
  )
}

/** The new files answer from the next load on, so it comes at once. */
async function loadUpdate(root: string): Promise<void> {
  await askWorker({ ask: 'update', root })
  const { refusal } = servedRelease.read()
  if (!refusal) window.location.reload()
}

function describeOffer(
  { release: { commit }, signers }: Signed,
  { changed, removed, newSigners }: Offer,
): string {
  const keys =
    newSigners.length > 0
      ? ` New keys will be trusted: ${listWords(newSigners)}.`
      : ''
  return `Commit ${commit.slice(0, 12)}, signed by ${listWords(signers)}. ${formatCount(changed, 'file')} changed, ${formatCount(removed, 'file')} removed.${keys}`
}

function describeCheck(kept: State | undefined): string {
  const at = kept?.checkedAt
    ? `Checked on ${formatExactTime(kept.checkedAt)}.`
    : 'Not checked yet.'
  if (!kept?.other) return `${at} The server offers your version.`
  return compareReleases(kept)?.isNewer
    ? at
    : `${at} The server offers version ${kept.other.release.product}, an older release than yours. It was refused.`
}

function explainFiles(kept: State, differing: string[] | undefined): string {
  if (!differing)
    return `Downloads ${formatCount(Object.keys(kept.release.files).length, 'file')} from the server and compares each with your version.`
  return differing.length === 0
    ? 'Every served file equals your version.'
    : `${formatCount(differing.length, 'file')} on the server don’t match your version: ${differing.slice(0, 5).join(', ')}. Your copy is unchanged.`
}

function Elsewhere() {
  const command = `node checkSite.mjs ${window.location.origin} --release release.json`
  return (
    <Section
      className={classes.section}
      title="Check from another computer"
      note="the only real proof"
    >
      <SettingRow
        title="Compare the site with the release"
        note={
          <>
            A page can’t prove itself: the operator of the server decides what
            this page says. Download release.json and checkSite.mjs from the
            source repository, not from this site, and run this command on
            another computer:
            <br />
            <code>{command}</code>
          </>
        }
      >
        <CopyButton text={command} label="Copy command" />
      </SettingRow>
      <SettingRow
        title="What this doesn’t prove"
        note="The saved copy protects you from silent changes for about a day after the server changes. It doesn’t protect the first visit, and it doesn’t protect against a changed browser or computer."
      >
        <Status kind="warn">Limited</Status>
      </SettingRow>
    </Section>
  )
}
