import { scallop } from '../ui/drawn/createGlyph.js'

/** The first letter, pressed into a seal. */
export function Brand() {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <path d={scallop} fill="currentColor" />
      <path
        d="M15.8 9.2a4.7 4.7 0 1 0 0 5.6"
        fill="none"
        stroke="var(--cv-ground)"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  )
}
