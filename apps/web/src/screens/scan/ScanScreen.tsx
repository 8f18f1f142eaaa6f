import type { AppConfig } from '@covault/api'
import { type Carried, createFrameCollector } from '@covault/protocol/envelope'
import { Button } from '@mantine/core'
import { IconCameraOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { BringInCarried } from '../../flows/bringIn/BringIn.js'
import { readSeen } from '../../flows/bringIn/readBrought.js'
import { usePageTitle, useScopeSearch } from '../../hooks/scope.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { paths } from '../../lib/paths.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { PageHead } from '../../ui/PageHead.js'
import { Remark } from '../../ui/Remark.js'
import { describeError } from '../../words/errors.js'
import { readCode } from './readCode.js'
import classes from './ScanScreen.module.css'

/** Reads codes from another screen or from paper with the camera. */
export function ScanScreen() {
  usePageTitle('Scan')
  const [carried, setCarried] = useState<readonly Carried[]>()
  return (
    <>
      <PageHead title={carried ? 'Import' : 'Scan'}>
        {carried &&
          'Review the content before you sign or share it. Scanning doesn’t sign or send anything.'}
      </PageHead>
      {carried ? (
        <BringInCarried
          brought={carried.map((one) => ({ carried: one, from: 'QR code' }))}
        />
      ) : (
        <Camera onRead={setCarried} />
      )}
    </>
  )
}

function Camera({ onRead }: { onRead: (carried: readonly Carried[]) => void }) {
  const { chains: networks } = useAppConfig()
  const search = useScopeSearch()
  const video = useRef<HTMLVideoElement>(null)
  const [turn, setTurn] = useState(0)
  const [share, setShare] = useState(0)
  const [problem, setProblem] = useState<unknown>()
  const [refusal, setRefusal] = useState<unknown>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks for the camera again.
  useEffect(() => {
    const element = video.current
    if (!element) return
    const watch = new AbortController()
    setRefusal(undefined)
    void watchCamera(element, {
      signal: watch.signal,
      networks,
      onShare: setShare,
      onProblem: setProblem,
    }).then(
      (found) => !watch.signal.aborted && onRead(found),
      (error) => !watch.signal.aborted && setRefusal(error),
    )
    return () => watch.abort()
  }, [turn, onRead, networks])
  if (refusal !== undefined)
    return (
      <EmptyState
        picture={<IconCameraOff size={72} stroke={1.25} aria-hidden="true" />}
        title="Can’t use the camera."
        actions={
          <>
            <Button onClick={() => setTurn((last) => last + 1)}>Retry</Button>
            {['Open file', 'Paste link'].map((words) => (
              <LinkButton
                key={words}
                variant="default"
                to={paths.bringIn}
                search={search}
              >
                {words}
              </LinkButton>
            ))}
          </>
        }
      >
        {describeCamera(refusal)}
      </EmptyState>
    )
  return (
    <div className={classes.scan}>
      <video ref={video} className={classes.video} muted playsInline />
      <p className={classes.hint} role="status">
        {share > 0
          ? `${Math.floor(share * 100)} % read. Keep the camera still.`
          : 'Hold the QR code in front of the camera. The picture stays in this browser.'}
      </p>
      {problem !== undefined && (
        <Remark kind="warn" role="alert">
          {describeError(problem)}
        </Remark>
      )}
    </div>
  )
}

function describeCamera(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError')
    return 'The browser blocks the camera for this page. Allow it in the address bar, then retry.'
  if (name === 'NotFoundError')
    return 'This device has no camera. Open a file or paste a link instead.'
  return describeError(error)
}

/** Ends with what was read, whole and with a fitting checksum. */
async function watchCamera(
  video: HTMLVideoElement,
  {
    signal,
    networks,
    onShare,
    onProblem,
  }: {
    signal: AbortSignal
    networks: AppConfig['chains']
    onShare: (share: number) => void
    onProblem: (problem: unknown) => void
  },
): Promise<Carried[]> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  signal.addEventListener('abort', stop)
  try {
    video.srcObject = stream
    await video.play()
    const collector = createFrameCollector()
    while (!signal.aborted) {
      await nextPicture(video)
      const text = readCode(video)
      if (text === undefined) continue
      try {
        const seen = await readSeen(text, { collector, networks })
        if ('carried' in seen) return seen.carried
        onShare(seen.share)
      } catch (error) {
        // The reader may hold another code into the view.
        onProblem(error)
      }
    }
    return []
  } finally {
    stop()
  }
}

function nextPicture(video: HTMLVideoElement): Promise<unknown> {
  return new Promise((resolve) =>
    'requestVideoFrameCallback' in video
      ? video.requestVideoFrameCallback(resolve)
      : requestAnimationFrame(resolve),
  )
}
