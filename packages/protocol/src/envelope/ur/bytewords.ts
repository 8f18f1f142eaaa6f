import { concatenate } from '../payload.js'
import { crc32 } from './crc32.js'
import { DamagedFrameError } from './frameErrors.js'

// BCR-2020-012's words; the minimal style keeps first and last letter.
const words =
  'able acid also apex aqua arch atom aunt away axis back bald barn belt beta bias blue body brag brew bulb buzz calm cash cats chef city claw code cola cook cost crux curl cusp cyan dark data days deli dice diet door down draw drop drum dull duty each easy echo edge epic even exam exit eyes fact fair fern figs film fish fizz flap flew flux foxy free frog fuel fund gala game gear gems gift girl glow good gray grim guru gush gyro half hang hard hawk heat help high hill holy hope horn huts iced idea idle inch inky into iris iron item jade jazz join jolt jowl judo jugs jump junk jury keep keno kept keys kick kiln king kite kiwi knob lamb lava lazy leaf legs liar limp lion list logo loud love luau luck lung main many math maze memo menu meow mild mint miss monk nail navy need news next noon note numb obey oboe omit onyx open oval owls paid part peck play plus poem pool pose puff puma purr quad quiz race ramp real redo rich road rock roof ruby ruin runs rust safe saga scar sets silk skew slot soap solo song stub surf swan taco task taxi tent tied time tiny toil tomb toys trip tuna twin ugly undo unit urge user vast very veto vial vibe view visa void vows wall wand warm wasp wave waxy webs what when whiz wolf work yank yawn yell yoga yurt zaps zero zest zinc zone zoom'

const pairs = /*#__PURE__*/ words
  .split(' ')
  .map((word) => `${word.at(0)}${word.at(-1)}`)
const bytesOfPairs = /*#__PURE__*/ new Map(
  pairs.map((pair, byte) => [pair, byte]),
)

/** Two letters for a byte, and its checksum after it. */
export function toBytewords(bytes: Uint8Array): string {
  return Array.from(
    concatenate([bytes, toFourBytes(crc32(bytes))]),
    (byte) => pairs[byte],
  ).join('')
}

export function fromBytewords(text: string): Uint8Array {
  const found = (text.match(/../g) ?? []).map((pair) => bytesOfPairs.get(pair))
  const bytes = found.filter((byte) => byte !== undefined)
  if (bytes.length !== text.length / 2 || bytes.length < 5)
    throw new DamagedFrameError()
  const body = Uint8Array.from(bytes.slice(0, -4))
  if (toFourBytes(crc32(body)).some((byte, at) => byte !== bytes.at(at - 4)))
    throw new DamagedFrameError()
  return body
}

export function toFourBytes(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)
}
