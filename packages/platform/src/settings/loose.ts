import { z } from 'zod'

/** A map in which keys of other programs pass, although nothing here knows of them. */
export function loose<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z.looseObject(shape)
}
