import { jsonOf } from '@datacortex/platform'
import { type Fields, fieldsOf, listOf, objectsOf, textOf } from '../fields.ts'
import { writtenDocument } from './written-document.ts'

/** The document that a call to the canvas holds: all of a new one, or of one that was written anew. */
export function canvasText(message: Fields): string | undefined {
  const content = fieldsOf(message['content'])
  const recipient = textOf(message['recipient'])
  const call = textOf(content?.['text']) ?? listOf(content?.['parts']).map(textOf)[0]
  if (call === undefined || recipient?.startsWith('canmore.') !== true) return undefined
  const fields = fieldsOf(jsonOf(call))
  const whole = objectsOf(fields?.['updates']).findLast((update) => update['pattern'] === '.*')
  const written = textOf(whole?.['replacement']) ?? textOf(fields?.['content'])
  if (written === undefined || recipient.includes('comment')) return undefined
  return writtenDocument('canvas', {
    title: textOf(fields?.['name']),
    type: textOf(fields?.['type']),
    content: written,
  })
}
