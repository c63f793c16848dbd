/** Whether a part may be sent as text. */
export function isText(mediaType: string): boolean {
  return /^(?:text\/|application\/(?:[\w.+-]+\+)?json\b)/i.test(mediaType)
}

/** Whether a file of a type is handed to an agent; one without a type is. */
export function isTakenFile(mediaType: string): boolean {
  return mediaType === '' || isText(mediaType) || /^(?:image|audio)\/|^application\/pdf\b/i.test(mediaType)
}
