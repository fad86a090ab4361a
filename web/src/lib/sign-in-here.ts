import { useEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';
import { adminMarker } from './admin-marker.ts';
import { announceSessionExpiry } from './session-expiry.ts';

/** A part of the page with unfinished work, in which an admin whose session ended signs in again without leaving the page. */
type Place = { ask: () => void; wasAsked: boolean };

const places: Place[] = [];
const signIns = createStore(() => 0);

/** Asks the latest open place for the sign-in; false when there is none, so that the page leads to the sign-in page. */
export const askToSignInHere = (): boolean => {
  const place = places.at(-1);
  if (!place) return false;
  place.wasAsked = true;
  place.ask();
  return true;
};

/**
 * While `isActive`, the end of the admin's session does not lead to the sign-in page: `onSessionEnded` is called instead, and shows
 * `SignInAgain`. A place that closes without a sign-in lets the page lead to the sign-in page.
 */
export const useSignInHere = ({ isActive, onSessionEnded }: { isActive: boolean; onSessionEnded: () => void }): void => {
  const latest = useRef(onSessionEnded);
  useEffect(() => {
    latest.current = onSessionEnded;
  });
  useEffect(() => {
    if (!isActive) return;
    const place: Place = { ask: () => latest.current(), wasAsked: false };
    places.push(place);
    return () => {
      places.splice(places.indexOf(place), 1);
      if (place.wasAsked && adminMarker.read() === null) announceSessionExpiry();
    };
  }, [isActive]);
};

/** Tells the page that the admin has signed in again. */
export const announceSignIn = (): void => signIns.setState((count) => count + 1, true);

/** Runs the callback when the admin has signed in again without leaving the page. */
export const useSignedInHere = (onSignedIn: () => void): void => {
  const latest = useRef(onSignedIn);
  useEffect(() => {
    latest.current = onSignedIn;
  });
  useEffect(() => signIns.subscribe(() => latest.current()), []);
};
