// Bytes of /api/v1/map and /api/v1/table: four letters, the length of a header, the header in JSON, then arrays, each
// beginning at a multiple of four bytes (docs/en/reference/api.md).

export function packed(magic, header, arrays) {
  const text = new TextEncoder().encode(JSON.stringify(header)), about = new Uint8Array(whole(text.length)).fill(32);
  about.set(text);
  const begin = new Uint8Array(8);
  begin.set(new TextEncoder().encode(magic));
  new DataView(begin.buffer).setUint32(4, about.length, true);
  const parts = [begin, about, ...arrays];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes.buffer;
}

const whole = (length) => Math.ceil(length / 4) * 4;

// The header, and what gives the next array of a type and a length. Throws TypeError where other letters begin it.
export function unpacked(magic, buffer) {
  if (new TextDecoder().decode(new Uint8Array(buffer, 0, 4)) !== magic) throw new TypeError(`these are no ${magic}`);
  const length = new DataView(buffer).getUint32(4, true);
  let at = 8 + length;
  const next = (Type, count) => {
    const view = new Type(buffer, at, count);
    at += whole(view.byteLength);
    return view;
  };
  return { header: JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length))), next };
}

export function mapOf(buffer) {
  const { header, next } = unpacked('HRM1', buffer), { points, edges, pieces } = header;
  return { ...header, xy: next(Float32Array, 2 * points), lines: next(Uint32Array, 2 * edges),
    distance: next(Uint32Array, points), depth: next(Uint32Array, points), heads: next(Uint16Array, pieces * points) };
}
