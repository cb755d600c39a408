// A signature: made from signature.json, do not edit.

export interface Signature {
  format: "rcw-signature";
  schema_version: 1;
  /** The SHA-256 of the bytes of the file, in hexadecimal digits. */
  file_digest: string;
  /** The public key of the signer, 32 bytes in hexadecimal digits. */
  public_key: string;
  /** The Ed25519 signature over the canonical form of all the above and the envelope, in hexadecimal digits. */
  signature: string;
  /** The signer's name, as they said. */
  name: string;
  /** What the signer did, as they said. */
  roles: ("threw" | "decided" | "ruled" | "witnessed")[];
}
