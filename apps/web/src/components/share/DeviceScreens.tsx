import type { Signable } from '../../trust/signable.js'
import { Remark } from '../../ui/Remark.js'
import { deviceScreens } from '../../words/devices.js'
import classes from './SecondDevice.module.css'

const multiSend = '0x8d80ff0a'

/** Which digits to compare on which device. */
export function DeviceScreens({ signable }: { signable: Signable }) {
  const remark = getRemark(signable)
  return (
    <details>
      <summary>What your device will show</summary>
      <div className={classes.devices}>
        {remark && <Remark kind="warn">{remark}</Remark>}
        <dl className={classes.screens}>
          {deviceScreens[signable.kind].map(
            ({ name, shows, hides, compare }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <b>Shows</b> {shows}
                </dd>
                <dd>
                  <b>Hides</b> {hides}
                </dd>
                <dd>
                  <b>Compare</b> {compare}
                </dd>
              </div>
            ),
          )}
        </dl>
        <p className={classes.hint}>
          Firmware and wallet apps differ. If your device shows something else,
          compare that with this page.
        </p>
      </div>
    </details>
  )
}

function getRemark(signable: Signable): string | undefined {
  if (signable.kind === 'message')
    return 'Your device gets only a hash of this message, so it can’t show the message itself. Read the message here or on another device, then compare the hashes.'
  const { operation, data } = signable.transaction
  return operation === 1 && data.startsWith(multiSend)
    ? 'This is a batch. Don’t expect your device to show the calls inside: compare the message hash.'
    : undefined
}
