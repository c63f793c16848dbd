import { fenceFor, oneLine } from '@datacortex/content'
import { type Fields, fieldsOf, listOf, objectsOf, textOf } from '../fields.ts'
import type { Counts } from '../counts.ts'
import { jsonOf } from '@datacortex/platform'

/** The text of a message of ChatGPT; pictures and what is not known are named in brackets. */
export function messageText(message: Fields, counts?: Counts): string {
  const content = fieldsOf(message['content']) ?? {}
  const metadata = fieldsOf(message['metadata']) ?? {}
  const type = textOf(content['content_type']) ?? 'text'
  const hasPicture = objectsOf(content['parts']).some((part) => part['content_type'] === 'image_asset_pointer')
  const attached = objectsOf(metadata['attachments'])
    // A picture that stands in the message is attached to it too.
    .filter((file) => !(hasPicture && isPicture(file)))
    .map((file) => `[file: ${oneLine(textOf(file['name']) ?? 'unnamed')}]`)
  return [...body(content, { type, references: metadata['content_references'], counts }), ...attached].join('\n\n')
}

function isPicture(file: Fields): boolean {
  return (
    (textOf(file['mime_type']) ?? '').startsWith('image/') ||
    /\.(?:png|jpe?g|gif|webp|heic)$/i.test(String(file['name']))
  )
}

function body(
  content: Fields,
  options: { readonly type: string; readonly references: unknown; readonly counts: Counts | undefined },
): readonly string[] {
  const { type, references, counts } = options
  const text = textOf(content['text'])
  if (type === 'code' && text !== undefined) {
    const language = textOf(content['language']) ?? ''
    const fence = fenceFor(text)
    return [`${fence}${/^[\w+#-]+$/.test(language) && language !== 'unknown' ? language : ''}\n${text}\n${fence}`]
  }
  const isTranscribed = objectsOf(content['parts']).some((part) => textOf(part['text']) !== undefined)
  const parts = listOf(content['parts']).flatMap((part) => partText(part, { isTranscribed, counts }))
  if (parts.length > 0) return parts.map((part) => withoutMarkers(part, references))
  if (text !== undefined) return [withoutMarkers(text, references)]
  if (type === 'text' || type === 'multimodal_text') return []
  counts?.unknownBlock(type)
  return [`[${type}]`]
}

function partText(part: unknown, { isTranscribed, counts }: { isTranscribed: boolean; counts: Counts | undefined }) {
  if (typeof part === 'string') return part.trim() === '' ? [] : [part]
  const fields = fieldsOf(part)
  if (fields === undefined) return []
  const text = textOf(fields['text'])
  if (text !== undefined) return [text]
  const type = textOf(fields['content_type']) ?? 'untyped'
  if (type === 'image_asset_pointer') return ['[image]']
  if (type.includes('audio') || type.includes('video')) return soundOf(fields, { type, isTranscribed })
  counts?.unknownBlock(type)
  return [`[${type.replaceAll(/[^\w.-]/g, '')}]`]
}

/** What was said aloud stands there as text, with the recording behind it; a camera may have been on. */
function soundOf(part: Fields, { type, isTranscribed }: { type: string; isTranscribed: boolean }): readonly string[] {
  // Nothing was understood; the recording stands behind it.
  if (type === 'audio_transcription') return []
  const isLive = type === 'real_time_user_audio_video_asset_pointer'
  const hasFrames =
    listOf(part['frames_asset_pointers']).length > 0 || (part['video_container_asset_pointer'] ?? null) !== null
  if (isLive ? hasFrames : type.includes('video')) return ['[video]']
  return isTranscribed ? [] : ['[audio]']
}

/** What the page shows as a small button or not at all. */
const sources = /webpage|source|citation|footnote|file|image|video|nav|attribution|product|hidden/

/** A text without the marks that the page replaces. */
function withoutMarkers(text: string, references: unknown): string {
  const shown = new Map(objectsOf(references).flatMap((reference) => shownInstead(reference)))
  return text
    .replaceAll(/\ue200([^\ue200\ue201]*)\ue201/g, (mark, inside: string) => shown.get(mark) ?? named(inside) ?? '')
    .replaceAll(/【[^】\n]{0,80}(?:†|oaicite)[^】\n]{0,80}】|:contentReference\[oaicite:\d+\]\{index=\d+\}/g, '')
}

function shownInstead(reference: Fields): readonly (readonly [string, string])[] {
  const mark = textOf(reference['matched_text'])
  const alt = textOf(reference['alt'])
  if (mark === undefined || alt === undefined || sources.test(textOf(reference['type']) ?? 'source')) return []
  return [[mark, alt]]
}

/** A thing with its kind and its name: `entity`, then `["city","Porto"]`. */
function named(inside: string): string | undefined {
  const [kind, json = ''] = inside.split('\ue202')
  return kind === 'entity' ? textOf(listOf(jsonOf(json))[1]) : undefined
}
