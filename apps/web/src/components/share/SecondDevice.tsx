import {
  type CarriedSignable,
  writeBareCodes,
} from '@covault/protocol/envelope'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Hex } from 'viem'
import { useServedRelease } from '../../hooks/useServedRelease.js'
import { downloadFile } from '../../lib/files.js'
import type { State } from '../../trust/served/checkServed.js'
import { readKeptFile } from '../../trust/served/keptFile.js'
import type { Signable } from '../../trust/signable.js'
import { Remark } from '../../ui/Remark.js'
import { toCarried } from '../../understand/carry/toCarried.js'
import { toSixWords } from '../../understand/decode/sixWords.js'
import { describeError } from '../../words/errors.js'
import { Codes } from './Codes.js'
import classes from './SecondDevice.module.css'

/**
 * Another device with other code computes the hash itself: what it gets has
 * none, and the words here are shown when it has answered.
 */
export function SecondDevice({
  signable,
  hash,
}: {
  signable: Signable
  hash: Hex
}) {
  const [isOpen, setOpen] = useState(false)
  const carried = toCarried(signable)
  if (!carried) return null
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Check on another device</summary>
      {isOpen && <Steps signable={carried} hash={hash} />}
    </details>
  )
}

function Steps({ signable, hash }: { signable: CarriedSignable; hash: Hex }) {
  const { data, error } = useQuery({
    queryKey: ['bareCodes', hash],
    queryFn: () => writeBareCodes(signable),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  return (
    <div className={classes.second}>
      {data && (
        <div>
          <Codes frames={data} isPrinted={false} onPrinted={() => {}} />
        </div>
      )}
      {error && (
        <Remark kind="warn" role="alert">
          {describeError(error)} Share the {signable.kind} as a file instead.
        </Remark>
      )}
      <ol className={classes.steps}>
        <li>
          Open verify.html on another device that is offline.
          <Verifier />
        </li>
        <li>
          Scan this code there.
          <p className={classes.hint}>
            The code contains what you sign, but no hashes. The other device
            computes them itself.
          </p>
        </li>
        <li>
          Compare the six words.
          <Words key={hash} hash={hash} />
        </li>
      </ol>
    </div>
  )
}

const verifier = '/verify.html'

/** From the saved copy, where there is one; the server's could be another. */
function Verifier() {
  const { kept } = useServedRelease()
  const sha256 = kept?.release.files[verifier]?.sha256
  const save = useMutation({
    mutationFn: async (from: State) =>
      downloadFile('verify.html', await readKeptFile(from, verifier)),
  })
  return (
    <>
      <p>
        <a
          className={classes.download}
          href={verifier}
          download="verify.html"
          onClick={(event) => {
            if (!kept || !sha256) return
            event.preventDefault()
            save.mutate(kept)
          }}
        >
          Download verify.html
        </a>
      </p>
      {save.error && (
        <Remark kind="danger" role="alert">
          {describeError(save.error)}
        </Remark>
      )}
      <p className={classes.hint}>
        This server could change the copy it offers, so a copy from another
        source is better proof.{' '}
        {!sha256 &&
          'To check your copy, compare its hash with the one listed in the Covault release.'}
      </p>
      {sha256 && (
        <p className={classes.hint}>
          SHA-256, reported by this page itself:{' '}
          <code className={classes.hash}>{sha256}</code>. Compare it with the
          one in a release.json from another source.
        </p>
      )}
    </>
  )
}

function Words({ hash }: { hash: Hex }) {
  const [isShown, setShown] = useState(false)
  if (!isShown)
    return (
      <p>
        <Button size="xs" variant="default" onClick={() => setShown(true)}>
          Show six words
        </Button>
      </p>
    )
  return (
    <>
      <p className={classes.words} role="status">
        {toSixWords(hash)}
      </p>
      <p className={classes.hint}>If one word differs, don’t sign.</p>
    </>
  )
}
