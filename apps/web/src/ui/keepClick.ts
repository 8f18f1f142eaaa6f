/** In pixels: a hand that presses a button trembles, it does not drag. */
const trembling = 4

/**
 * Anyone who presses a button means that button, also where the page moves it
 * away before the finger is lifted: leaving a field may bring a mistake to
 * light above it. Browsers make no click of that, so it is made here.
 */
export function keepClick(pressed: {
  target: EventTarget
  clientX: number
  clientY: number
}): void {
  const button =
    pressed.target instanceof Element && pressed.target.closest('button')
  if (!button) return
  const onUp = ({ target, clientX, clientY }: PointerEvent) => {
    end()
    const isOnIt = target instanceof Node && button.contains(target)
    const distance = Math.hypot(
      clientX - pressed.clientX,
      clientY - pressed.clientY,
    )
    if (!isOnIt && distance <= trembling && button.isConnected) button.click()
  }
  const end = () => {
    window.removeEventListener('pointerup', onUp, true)
    window.removeEventListener('pointercancel', end, true)
  }
  window.addEventListener('pointerup', onUp, true)
  window.addEventListener('pointercancel', end, true)
}
