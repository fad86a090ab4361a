import { answerImageTasks } from './adapters/image-tasks.ts';
import { sharpImages } from './adapters/sharp-images.ts';

// A program of its own: pictures that strangers made are opened in no process that holds anything.
answerImageTasks(sharpImages);
