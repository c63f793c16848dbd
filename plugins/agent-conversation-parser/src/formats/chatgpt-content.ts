import { fenceFor, oneLine } from '@datacortex/content'
import type { Fields } from '../fields.ts'
import { fieldsOf, listOf, objectsOf, textOf } from '../fields.ts'
import type { Tally } from '../tally.ts'

/**
 * The text of a message of ChatGPT; pictures and what is not known are named in brackets.
 *
 * @param message - As the export has it.
 * @param tally - Counts kinds that are not known.
 */
export function messageText(message: Fields, tally?: Tally): string {
  const content = fieldsOf(message['content']) ?? {}
  const type = textOf(content['content_type']) ?? 'text'
  const attached = objectsOf(fieldsOf(message['metadata'])?.['attachments']).map(
    (file) => `[file: ${oneLine(textOf(file['name']) ?? 'unnamed')}]`,
  )
  return [...body(content, type, tally), ...attached].join('\n\n')
}

function body(content: Fields, type: string, tally: Tally | undefined): readonly string[] {
  const text = textOf(content['text'])
  if (type === 'code' && text !== undefined) {
    const language = textOf(content['language']) ?? ''
    const fence = fenceFor(text)
    return [`${fence}${/^[\w+#-]+$/.test(language) && language !== 'unknown' ? language : ''}\n${text}\n${fence}`]
  }
  const parts = listOf(content['parts']).flatMap((part) => partText(part, tally))
  if (parts.length > 0) return parts.map(withoutMarkers)
  if (text !== undefined) return [withoutMarkers(text)]
  if (type === 'text' || type === 'multimodal_text') return []
  tally?.unknownBlock(type)
  return [`[${type}]`]
}

function partText(part: unknown, tally: Tally | undefined): readonly string[] {
  if (typeof part === 'string') return part.trim() === '' ? [] : [part]
  const fields = fieldsOf(part)
  if (fields === undefined) return []
  const text = textOf(fields['text'])
  if (text !== undefined) return [text]
  const type = textOf(fields['content_type']) ?? 'untyped'
  if (type === 'image_asset_pointer') return ['[image]']
  if (type.includes('audio') || type.includes('video')) return [type.includes('video') ? '[video]' : '[audio]']
  tally?.unknownBlock(type)
  return [`[${type.replaceAll(/[^\w.-]/g, '')}]`]
}

/** References to sources are written in private characters that nobody sees on the page. */
function withoutMarkers(text: string): string {
  return text.replaceAll(/\ue200[^\ue201]*\ue201|【\d+[^】\n]{0,80}】/g, '')
}
