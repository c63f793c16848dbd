import type { Conversation } from './conversation.ts'
import { type Fields, fieldsOf } from './fields.ts'
import type { Counts } from './counts.ts'

export type ReadOptions = {
  readonly counts: Counts
  /** Fields of the object around the records, such as the name of a chat. */
  readonly header?: Fields | undefined
}

/** A format whose exports are lists of JSON objects, each a conversation or a message. */
export type Format = {
  readonly name: string
  /** How much the shape says, 0–1: `mapping` is sure, `{role, content}` is not. */
  readonly weight: number
  readonly matches: (record: Fields) => boolean
  readonly read: (records: AsyncIterable<unknown>, options: ReadOptions) => Promise<readonly Conversation[]>
}

/** Reads formats in which each record is a conversation: one that has another shape never spoils the others. */
export function readEach(
  matches: (record: Fields) => boolean,
  read: (record: Fields, options: ReadOptions) => Conversation,
): Format['read'] {
  return async (records, options) => {
    const conversations: Conversation[] = []
    let index = 0
    for await (const record of records) {
      index += 1
      const fields = fieldsOf(record)
      if (fields !== undefined && matches(fields)) conversations.push(read(fields, options))
      else options.counts.broken(`number ${index}`, fields === undefined ? 'it is no object' : 'it has no messages')
    }
    return conversations
  }
}
