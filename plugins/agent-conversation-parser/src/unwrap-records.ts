import { chooseFormat } from './choose-format.ts'
import { type Fields, fieldsOf, listOf } from './fields.ts'

export type Records = { readonly records: readonly unknown[]; readonly header?: Fields | undefined }

/** Names of the list inside of an object around all conversations. */
const wrapperKeys = ['conversations', 'chats', 'data', 'items', 'threads'] as const

/** The records of parsed JSON: a list, the list inside of an object, or the one object. */
export function unwrapRecords(value: unknown): Records {
  if (Array.isArray(value)) return { records: value }
  const header = fieldsOf(value)
  if (header === undefined) return { records: [] }
  const chats = fieldsOf(header['chats'])
  if (Array.isArray(chats?.['list']))
    return { records: [...chats['list'], ...listOf(fieldsOf(header['left_chats'])?.['list'])] }
  if (chooseFormat([header]) !== undefined) return { records: [header] }
  const key = wrapperKeys.find((name) => Array.isArray(header[name]))
  return key === undefined ? { records: [header] } : { records: listOf(header[key]), header }
}
