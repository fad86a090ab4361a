let playing: HTMLVideoElement | null = null;

/** Stops the video that played before: two at once are noise. */
export const playAlone = (video: HTMLVideoElement): void => {
  if (playing !== video) playing?.pause();
  playing = video;
};
