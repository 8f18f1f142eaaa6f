// Every string that people read, with its file and line: text and labels in
// JSX, sentences in code, errors, and what the commands print.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '..')

/** Where such strings are written. */
const places = [
  'apps/web/src',
  'apps/gateway/src',
  'packages/protocol/src',
  'packages/api/src',
  'scripts',
]

/** What only programs, tests or proofs read. */
const unread =
  /\.test\.|\.d\.ts$|\/(testing|proof|corpus|migrations)\/|openapi|sliceEstimates|\/compiled\//

/** The files below the places, or below a room of them such as
 * `apps/web/src/flows`, without those that nobody reads on a screen. */
export function listFiles(room = '') {
  return places
    .flatMap((place) =>
      readdirSync(join(root, place), { recursive: true, withFileTypes: true }),
    )
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.startsWith(room) && !unread.test(path))
    .sort()
}

/** The strings of one file as `{ path, line, text }`. What is filled in stands
 * in braces, an element within a sentence as `<Name>`. */
export function readStrings(
  path,
  source = readFileSync(join(root, path), 'utf8'),
) {
  const file = ts.createSourceFile(
    path,
    source,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const found = []
  const add = (node, text) => {
    const start = file.getLineAndCharacterOfPosition(node.getStart(file))
    found.push({ path, line: start.line + 1, text })
  }
  visit(file)
  return found

  function visit(node) {
    if (isUnread(node)) return
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const text = textOfElement(node, file)
      if (text !== undefined) add(node, text)
    }
    const text = textOfExpression(node, file)
    if (text !== undefined) {
      if (isSentence(text)) add(node, text)
      for (const hole of holesOf(node)) visit(hole)
      return
    }
    ts.forEachChild(node, visit)
  }
}

/** The children of an element as they are read, where it has words itself. */
function textOfElement(node, file) {
  const words = node.children.some(
    (child) => ts.isJsxText(child) && /\p{L}/u.test(child.text),
  )
  if (!words) return undefined
  return node.children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text
      if (!ts.isJsxExpression(child))
        return `<${(child.openingElement ?? child).tagName?.getText(file) ?? ''}>`
      return child.expression === undefined
        ? ''
        : shorten(child.expression, file)
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A literal, a template or a sum of these as one text. */
function textOfExpression(node, file) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return node.text
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (text, span) =>
        `${text}${shorten(span.expression, file)}${span.literal.text}`,
      node.head.text,
    )
  if (!ts.isBinaryExpression(node)) return undefined
  if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined
  const [left, right] = [node.left, node.right].map((side) =>
    textOfExpression(side, file),
  )
  return left === undefined || right === undefined ? undefined : left + right
}

function holesOf(node) {
  if (ts.isTemplateExpression(node))
    return node.templateSpans.map((span) => span.expression)
  return ts.isBinaryExpression(node)
    ? [...holesOf(node.left), ...holesOf(node.right)]
    : []
}

function shorten(expression, file) {
  const text = expression.getText(file).replaceAll(/\s+/g, ' ')
  return `{${text.length > 40 ? `${text.slice(0, 39)}…` : text}}`
}

/** A word that begins a sentence or a label, or several words. */
function isSentence(text) {
  const bare = text.replaceAll(/\{[^}]*\}/g, '…').trim()
  if (
    /^\s*(select|insert|update|delete|create|alter|with|drop) .*[=(*,]/is.test(
      bare,
    )
  )
    return false
  if (/^(https?:|\/|\.|#|--|0x|@)/.test(bare)) return false
  if (/^function |^(event|error|constructor)\b.*\(/.test(bare)) return false
  return (
    /^\p{Lu}\p{Ll}+[.,:?…]?$/u.test(bare) ||
    /^[“"']?[\p{L}\p{N}…].* .*\p{Ll}{2}/su.test(bare) ||
    /\p{Ll}{2}.* …/su.test(bare)
  )
}

const programAttributes =
  /^(className|classNames|style|styles|d|viewBox|type|href|to|id|key|rel|role|variant|color|size|transform|stroke|fill|autoComplete|sizes|points|flow)$/

/** Names, types, conditions and attributes that only programs read. */
function isUnread(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true
  if (ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)) return true
  if (ts.isJsxAttribute(node))
    return programAttributes.test(node.name.getText())
  if (ts.isCaseClause(node)) return false
  const parent = node.parent
  if (parent === undefined) return false
  if (!ts.isStringLiteralLike(node)) return false
  if (ts.isPropertyAssignment(parent)) return parent.name === node
  if (ts.isCaseClause(parent)) return parent.expression === node
  if (ts.isElementAccessExpression(parent)) return true
  return (
    ts.isBinaryExpression(parent) &&
    /^[!=]==?$|^in$|^[<>]/.test(parent.operatorToken.getText())
  )
}
