/**
 * The page comes as files alone, and behind them is no gateway. Such a document
 * names another file for its configuration than a gateway's: `chains.json`.
 */
export function isFromFolder(): boolean {
  if (typeof document === 'undefined') return false
  const link = document.querySelector('link#app-config')
  return link?.getAttribute('href') === '/chains.json'
}
