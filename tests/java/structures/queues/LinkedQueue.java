package structures.queues;

/** A queue of linked cells. */
public class LinkedQueue {

    static class Cell {
        final String item;
        Cell next;

        Cell(String item) {
            this.item = item;
        }
    }

    Cell front;
    Cell back;

    // goal: branches
    public void enqueue(String item) {
        Cell cell = new Cell(item);
        if (front == null) {
            front = cell;                               // goal: reach
        } else {
            back.next = cell;                           // goal: reach throws java.lang.NullPointerException
        }
        back = cell;
    }

    // goal: complete branches
    public String dequeue() {
        Cell cell = front;
        if (cell == null) {
            return null;                                // goal: reach
        }
        front = cell.next;
        if (front == null) {
            back = null;                                // goal: reach
        }
        return cell.item;                               // goal: reach
    }

    /** Planted: cells may hold null. */
    // goal: branches
    public int letters() {
        int letters = 0;
        for (Cell at = front; at != null; at = at.next) {
            letters += at.item.length();                // goal: reach throws java.lang.NullPointerException
        }
        return letters;                                 // goal: returns 0
    }

    // goal: branches
    public boolean isWhole() {
        if (front == null) {
            return back == null;                        // goal: reach
        }
        Cell at = front;
        while (at.next != null) {
            at = at.next;
        }
        return at == back;                              // goal: reach
    }
}
