package many;

/** An object with more setters than anyone calls at once. */
public final class Form {
    private int name;
    private int street;
    private int house;
    private int town;
    private int country;
    private int phone;
    private int age;
    private int size;
    private int weight;
    private int colour;
    private int points;
    private int[] marks = {1};

    public void setName(int value) {
        name = value;
    }

    public void setStreet(int value) {
        street = value;
    }

    public void setHouse(int value) {
        house = value;
    }

    public void setTown(int value) {
        town = value;
    }

    public void setCountry(int value) {
        country = value;
    }

    public void setPhone(int value) {
        phone = value;
    }

    public void setAge(int value) {
        age = value;
    }

    public void setSize(int value) {
        size = value;
    }

    public void setWeight(int value) {
        weight = value;
    }

    public void setColour(int value) {
        colour = value;
    }

    public void setPoints(int value) {
        points = value;
    }

    public void removeName() {
        name = 0;
    }

    public void removeStreet() {
        street = 0;
    }

    public void removeHouse() {
        house = 0;
    }

    public void removeTown() {
        town = 0;
    }

    public void takeMarks() {
        marks = null;
    }

    public int check() {
        int sum = name + street + house + town + country + phone + age + size + weight + colour;
        return sum + (points == 77 ? 100 / (points - 77) : marks[0]);
    }
}
