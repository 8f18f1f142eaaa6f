import { renderToStaticMarkup } from 'react-dom/server'
import { Brand } from '../app/Brand'
import { generalPages, type PageEntry, safePages } from '../app/pages.js'

/** As many rows as fill a screen without a bar to scroll by. */
const rows = [0, 1, 2, 3, 4, 5]

/**
 * What stands in the document until the app does: its frame, without a word
 * about any safe. Rendered by the build; the head script says which of the two
 * lists is meant and where the reader is.
 */
export function renderFrame(): string {
  return renderToStaticMarkup(<Frame />)
}

function Frame() {
  return (
    <div id="frame" className="frame" aria-hidden="true">
      <div className="frame-bar">
        <span className="frame-brand">
          <Brand />
          <span>Covault</span>
        </span>
        <span className="frame-safe" />
      </div>
      <div className="frame-body">
        <div className="frame-navigation">
          <List pages={safePages} scope="safe" />
          <List pages={generalPages} scope="none" />
        </div>
        <div className="frame-content">
          <span className="frame-title" />
          {rows.map((row) => (
            <div key={row} className="frame-row">
              <i />
              <span>
                <b />
                <b />
              </span>
              <b />
            </div>
          ))}
        </div>
      </div>
      <div className="frame-line" />
    </div>
  )
}

function List({
  pages,
  scope,
}: {
  pages: readonly PageEntry[]
  scope: 'safe' | 'none'
}) {
  return (
    <ul data-of={scope}>
      {pages.map(({ path, title, Icon, parts = [] }) => (
        <li key={path} data-page={path}>
          <span className="frame-page">
            <Icon size={20} stroke={1.75} />
            <span>{title}</span>
          </span>
          {parts.map((part) => (
            <span key={part.path} className="frame-part" data-part={part.path}>
              {part.title}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
