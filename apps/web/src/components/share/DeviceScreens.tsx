import type { Signable } from '../../trust/signable.js'
import { Remark } from '../../ui/Remark.js'
import { deviceScreens } from '../../words/devices.js'
import classes from './SecondDevice.module.css'

const multiSend = '0x8d80ff0a'

/** Which digits to compare on which device. */
export function DeviceScreens({ signable }: { signable: Signable }) {
  if (signable.kind !== 'transaction') return null
  const { operation, data } = signable.transaction
  return (
    <details className={classes.more}>
      <summary>What your device will show</summary>
      <div className={classes.devices}>
        {operation === 1 && data.startsWith(multiSend) && (
          <Remark kind="warn">
            This is a batch. Don’t expect your device to show the calls inside:
            compare the message hash.
          </Remark>
        )}
        <dl className={classes.screens}>
          {deviceScreens.map(({ name, shows, hides, compare }) => (
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
          ))}
        </dl>
        <p className={classes.hint}>
          Firmware and wallet apps differ. If your device shows something else,
          compare that with this page.
        </p>
      </div>
    </details>
  )
}
