/** Bytes that are made when they are written, so that a large message never lies in memory as a whole. */
export type LazyBytes = { readonly byteLength: number; readonly read: () => Uint8Array }

export type Message = readonly (Uint8Array | LazyBytes)[]

/** A field that holds an integer; https://protobuf.dev/programming-guides/encoding/ */
export function integerField(field: number, value: number): Message {
  return [Uint8Array.from([...varint(field * 8), ...varint(value)])]
}

export function floatField(field: number, value: number): Message {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setFloat32(0, value, true)
  return [Uint8Array.from([...varint(field * 8 + 5), ...bytes])]
}

export function textField(field: number, value: string): Message {
  return messageField(field, [new TextEncoder().encode(value)])
}

/** A field that holds another message, or raw bytes. */
export function messageField(field: number, content: Message): Message {
  return [Uint8Array.from([...varint(field * 8 + 2), ...varint(byteLength(content))]), ...content]
}

export function byteLength(message: Message): number {
  return message.reduce((sum, part) => sum + part.byteLength, 0)
}

/** Seven bits a byte, lowest first. Negative numbers don't occur here. */
function varint(value: number): readonly number[] {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
  return bytes
}
