import { toForeignText } from '../../lib/foreignText.js'

export type Field = { name: string; type: string }

/** The fields of a type, in its order; undefined: there is no such type. */
export function findTypeOf(
  types: unknown,
  name: string,
): readonly Field[] | undefined {
  if (typeof types !== 'object' || types === null) return undefined
  const fields = Object.hasOwn(types, name) && Reflect.get(types, name)
  return Array.isArray(fields) ? fields.filter(isField) : undefined
}

/** What is wrong with the types themselves, the first thing. */
export function checkTypes(types: unknown): string | undefined {
  if (types === undefined)
    return 'types is missing. It describes the fields of the message.'
  if (typeof types !== 'object' || types === null || Array.isArray(types))
    return 'types must be an object with one entry per type.'
  for (const [name, fields] of Object.entries(types)) {
    const mistake = checkType(types, name, fields)
    if (mistake) return mistake
  }
  return undefined
}

function checkType(
  types: object,
  name: string,
  fields: unknown,
): string | undefined {
  const where = `types.${toForeignText(name)}`
  if (!isName(name))
    return `${where}: this type name isn’t allowed. Use letters, digits, _ and $, and no built-in type.`
  if (!Array.isArray(fields))
    return `${where} must be a list of fields, each with a name and a type.`
  const seen = new Set<string>()
  for (const [index, field] of fields.entries()) {
    if (!isField(field))
      return `${where}, field ${index + 1} must have exactly a name and a type.`
    const { name: fieldName, type } = field
    if (!isIdentifier(fieldName))
      return `${where}: invalid field name “${toForeignText(fieldName)}”.`
    if (seen.has(fieldName))
      return `${where} declares ${toForeignText(fieldName)} twice.`
    seen.add(fieldName)
    const base = findBase(type)
    if (!isAtomic(base) && !Object.hasOwn(types, base))
      return `${where}.${toForeignText(fieldName)} is of the type “${toForeignText(type)}”, which is neither a Solidity type nor declared in types.`
  }
  return undefined
}

/** What a list, or a list of lists, is of. */
function findBase(type: string): string {
  let base = type
  for (;;) {
    const open = base.endsWith(']') ? base.lastIndexOf('[') : -1
    if (open < 0 || !/^\d*$/.test(base.slice(open + 1, -1))) return base
    base = base.slice(0, open)
  }
}

function isField(value: unknown): value is Field {
  if (typeof value !== 'object' || value === null) return false
  const { name, type, ...others } = { name: null, type: null, ...value }
  return (
    typeof name === 'string' &&
    typeof type === 'string' &&
    Object.keys(others).length === 0
  )
}

/** Objects have these of their own accord, and lookups would find them. */
const misleading = ['__proto__', 'constructor']

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) && !misleading.includes(name)
}

function isName(name: string): boolean {
  return isIdentifier(name) && !/^(address|bool|string|bytes|u?int)/.test(name)
}

/** Types that consist of nothing else. */
export function isAtomic(type: string): boolean {
  if (/^(address|bool|string|bytes)$/.test(type)) return true
  const bytes = /^bytes([1-9]\d?)$/.exec(type)?.[1]
  if (bytes) return Number(bytes) <= 32
  const bits = /^u?int([1-9]\d{0,2})$/.exec(type)?.[1]
  return bits !== undefined && Number(bits) % 8 === 0 && Number(bits) <= 256
}
