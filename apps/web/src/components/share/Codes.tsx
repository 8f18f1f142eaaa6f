import type { Frames } from '@covault/protocol/envelope'
import { useEffect, useState } from 'react'
import { formatCount } from '../../lib/formatCount.js'
import { QrCode } from '../../ui/drawn/QrCode.js'
import classes from './SharePanel.module.css'

/** Milliseconds that a frame stands: five in a second. */
const frameTime = 200

/** One code, or frames of which a camera may miss any. */
export function Codes({
  frames,
  isPrinted,
  onPrinted,
}: {
  frames: Frames
  /** All of them side by side, for paper. */
  isPrinted: boolean
  onPrinted: () => void
}) {
  useEffect(() => {
    if (!isPrinted) return
    window.addEventListener('afterprint', onPrinted, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [isPrinted, onPrinted])
  if (isPrinted) return <AllCodes frames={frames} />
  return frames.count === 1 ? (
    <div className={classes.code}>
      <QrCode text={frames.frame(1)} label="QR code" ecc="L" />
    </div>
  ) : (
    <MovingCode frames={frames} />
  )
}

function MovingCode({ frames }: { frames: Frames }) {
  const [sequence, setSequence] = useState(1)
  useEffect(() => {
    const timer = setInterval(() => setSequence((last) => last + 1), frameTime)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <div className={classes.code} data-frame={sequence}>
        <QrCode text={frames.frame(sequence)} label="Moving QR code" ecc="L" />
      </div>
      <p className={classes.hint}>
        {formatCount(frames.count, 'frame')}, shown one after the other. Hold
        the camera still until the other device has read enough of them.
      </p>
    </>
  )
}

/** Side by side, for paper. */
export function AllCodes({ frames }: { frames: Frames }) {
  const numbers = Array.from({ length: frames.count }, (_, index) => index + 1)
  return (
    <div className={classes.sheet}>
      {numbers.map((number) => (
        <figure key={number}>
          <QrCode
            text={frames.frame(number)}
            label={`QR code ${number} of ${frames.count}`}
            ecc="L"
          />
          <figcaption>
            {number} of {frames.count}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
