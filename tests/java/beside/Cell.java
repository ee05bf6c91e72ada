package beside;

/** In a file of its own, and known to its package only. */
class Cell {
    int number;
    Cell next;
}
