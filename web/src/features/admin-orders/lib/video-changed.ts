/** The desk holds another video for a line than the one that a bulk delivery would deliver: its admin has changed it meanwhile. */
export class VideoChanged extends Error {
  constructor(lineId: string) {
    super(`another video by now for line ${lineId}`);
    this.name = 'VideoChanged';
  }
}
